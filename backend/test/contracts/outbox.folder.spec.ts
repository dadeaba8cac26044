import { link, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FolderOutbox } from '../../src/infrastructure/mail/folder-outbox.js';
import { textsIn } from '../support/leftovers.js';
import { useFolder } from '../support/folder.js';
import { goodbye, outboxContract } from './outbox.contract.js';

const folder = useFolder();

describe('the outbox in a folder', () => {
  let outbox: FolderOutbox;
  beforeEach(() => {
    outbox = new FolderOutbox(path.join(folder, 'outbox'));
  });

  outboxContract(() => Promise.resolve(new FolderOutbox(path.join(folder, 'outbox'))));

  it('overwrites only removed entries and those that a crash left incomplete', async () => {
    await outbox.put(goodbye('ann'));
    await outbox.put(goodbye('bob'));
    const file = path.join(folder, 'outbox', 'ann.json');
    const draft = path.join(folder, 'outbox', '.1.draft');
    await writeFile(draft, await readFile(file));
    // A hard link shows the content that is left on the disk.
    const shadow = path.join(folder, 'shadow');
    await link(file, shadow);
    await outbox.remove('ann');
    expect((await readFile(shadow)).every((byte) => byte === 0)).toBe(true);
    expect((await textsIn(folder)).some((text) => text.includes('ann@example.org'))).toBe(false);
    expect(await outbox.list()).toEqual([goodbye('bob')]);
  });

  it('rejects an id that is not a valid file name', async () => {
    await expect(outbox.put(goodbye('../ann'))).rejects.toThrow(RangeError);
    await expect(outbox.find('')).rejects.toThrow(RangeError);
  });
});
