import { execFile } from 'node:child_process';
import { chmod, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type ServerProcess, startServer } from '../server-process.js';
import { startPostgres } from './postgres.js';

const run = promisify(execFile);
const ROOT = path.join(import.meta.dirname, '../../..');
const PEER = path.join(ROOT, 'bench/peers/nest-typeorm-postgres');

/** A peer that is running, on the versions that it names. */
export interface Peer extends ServerProcess {
  readonly versions: string;
}

/**
 * Starts the peer on a PostgreSQL of its own, whose files lie in `folder`, filled with the rows in `rowsFile`. Its
 * packages are installed first where they are missing.
 * @throws Error that says what is missing
 */
export async function startPeer(folder: string, rowsFile: string): Promise<Peer> {
  if (!(await isInstalled())) {
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: PEER });
  }
  await run(path.join(ROOT, 'node_modules/.bin/tsc'), ['-p', PEER]);
  // PostgreSQL's account must get to its files.
  await chmod(folder, 0o711);
  const postgres = await startPostgres(folder);
  try {
    const env = { ...postgres.env, NODE_ENV: 'production', PORT: '0' };
    await run(process.execPath, [path.join(PEER, 'dist/fill.js'), rowsFile], { env });
    const server = await startServer([path.join(PEER, 'dist/main.js')], env);
    const stop = async () => {
      await server.stop();
      await postgres.stop();
    };
    return { ...server, stop, versions: postgres.version };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** Whether the packages were installed after the lock file changed last. */
async function isInstalled(): Promise<boolean> {
  const writtenAt = async (file: string) =>
    (await stat(path.join(PEER, file)).catch(() => null))?.mtimeMs ?? 0;
  return (await writtenAt('node_modules/.package-lock.json')) > (await writtenAt('package-lock.json'));
}
