import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FolderMailSpool } from '../../src/infrastructure/mail/folder-mail-spool.js';
import { useFolder } from '../support/folder.js';
import { mailSpoolContract, waitingMail } from './mail-spool.contract.js';

const folder = useFolder();
const place = () => path.join(folder, 'waiting-mails');
const fileOf = (id: string) => path.join(place(), `${id}.json`);
const open = () => new FolderMailSpool(place());

describe('mails that wait in a folder', () => {
  mailSpoolContract({
    open: () => Promise.resolve(open()),
    damage: (id, text) => writeFile(fileOf(id), text),
    nameOf: (id) => `${id}.json`,
  });

  it('are in files that other users cannot read', async () => {
    await open().put(waitingMail('m-1', 'ann@example.org'));
    const modes = await Promise.all([place(), fileOf('m-1')].map(async (file) => (await stat(file)).mode));
    expect(modes.map((mode) => mode & 0o077)).toEqual([0, 0]);
  });

  it('are forgotten with what a crash has left of them', async () => {
    await open().put(waitingMail('m-1', 'ann@example.org'));
    await writeFile(path.join(place(), '.left-by-a-crash.draft'), 'ann@example.org');
    await open().forget('ann@example.org');
    expect(await readdir(place())).toEqual([]);
  });

  it.each([
    ['of bytes that are no text', (file: string) => changeByte(file)],
    ['that is a folder', (file: string) => rm(file).then(() => mkdir(file))],
  ])('are skipped in a file %s', async (_, damage) => {
    const [ann, bob] = [waitingMail('m-1', 'ann@example.org'), waitingMail('m-2', 'bob@example.org')];
    for (const waiting of [ann, bob]) await open().put(waiting);
    await damage(fileOf('m-1'));
    expect([await open().damaged(), await open().list()]).toEqual([['m-1.json'], [bob]]);
  });
});

/** Makes a letter of the subject a byte that is no UTF-8. */
async function changeByte(file: string): Promise<void> {
  const bytes = await readFile(file);
  bytes[bytes.indexOf('"subject":"') + '"subject":"'.length] = 0xff;
  await writeFile(file, bytes);
}
