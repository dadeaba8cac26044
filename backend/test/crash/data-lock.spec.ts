import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DataFolderInUseError, lockDataFolder } from '../../src/infrastructure/sqlite/data-lock.js';
import { DEADLINE_MS } from '../support/deadline.js';
import { useFolder } from '../support/folder.js';

const MODULE = new URL('../../src/infrastructure/sqlite/data-lock.js', import.meta.url).href;

/** Takes the lock, collects garbage, reports, and keeps running. */
const HOLDER = `
  import { lockDataFolder } from '${MODULE}';
  lockDataFolder(process.argv[1]);
  setTimeout(() => {
    gc();
    process.stdout.write('held');
  }, 1);
  setInterval(() => undefined, 60_000);
`;

const folder = useFolder();

describe('the lock of a data folder', () => {
  it('is kept without a reference to it, and released when its process is killed', async () => {
    const args = ['--expose-gc', '--input-type=module', '--eval', HOLDER, folder];
    const holder = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: DEADLINE_MS,
      killSignal: 'SIGKILL',
    });
    const closed = once(holder, 'close');
    await once(holder.stdout, 'data');
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError);
    expect(() => lockDataFolder(folder)).toThrow(folder);
    holder.kill('SIGKILL');
    await closed;
    lockDataFolder(folder)();
  });

  it('can be taken again after its release', () => {
    lockDataFolder(folder)();
    const release = lockDataFolder(folder);
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError);
    release();
    lockDataFolder(folder)();
  });
});
