import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { wayToOwn } from '../../src/infrastructure/disk/file-system.js';
import { jpegPhoto } from '../support/photos.js';
import { ServerProcess, runToEnd, tokenMailedTo } from './server-process.js';
import { useFolder } from '../support/folder.js';

const DATA_FOLDER = new URL('../../src/composition/data-folder.js', import.meta.url).href;
const SECRET = new URL('../../src/infrastructure/sessions/server-secret.js', import.meta.url).href;

/** Takes a data folder as a server would. */
const TAKER = `
  import { refuseToStart } from '${new URL('../../src/process/refuse-to-start.js', import.meta.url).href}';
  import { takeDataFolder } from '${DATA_FOLDER}';
  try {
    takeDataFolder({ dataDir: process.argv[1], environment: process.argv[2] });
  } catch (error) {
    refuseToStart(error);
  }
`;

/** Takes a data folder and creates its secret. Prints what was created and which folders were synced, in order. */
const LISTENER = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { mkdirSync, linkSync, openSync, fsyncSync } = fs;
  const opened = new Map();
  const tell = (...words) => process.stdout.write(words.join(' ') + '\\n');
  fs.mkdirSync = (folder, ...rest) => { tell('made', folder); return mkdirSync(folder, ...rest); };
  fs.linkSync = (from, to) => { tell('made', to); return linkSync(from, to); };
  fs.openSync = (file, ...rest) => {
    const descriptor = openSync(file, ...rest);
    opened.set(descriptor, file);
    return descriptor;
  };
  fs.fsyncSync = (descriptor) => { tell('synced', opened.get(descriptor)); return fsyncSync(descriptor); };
  syncBuiltinESMExports();
  const { takeDataFolder } = await import('${DATA_FOLDER}');
  const { ServerSecret } = await import('${SECRET}');
  takeDataFolder({ dataDir: process.argv[1], environment: 'test' });
  ServerSecret.keptIn(process.argv[1] + '/secret');
`;

/** Pretends that the file system of all folders is another one; null: one that does not answer. */
const pretend = (statfs: object | null) => `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  fs.statfsSync = () => {
    const found = ${JSON.stringify(statfs)};
    if (found === null) throw new Error('ESTALE');
    return found;
  };
  syncBuiltinESMExports();
`;

/** Ends the rights of root. */
const BECOME_NOBODY = 'if (process.getuid() === 0) { process.setgid(65534); process.setuid(65534); }';

/** Says why files of root cannot be used. */
const READER = `
  import { readFileSync } from 'node:fs';
  import { reasonOf } from '${new URL('../../src/process/refuse-to-start.js', import.meta.url).href}';
  import { DamagedFileError } from '${new URL('../../src/infrastructure/disk/damaged-file.js', import.meta.url).href}';
  ${BECOME_NOBODY}
  try {
    readFileSync('/etc/shadow');
  } catch (error) {
    console.log(reasonOf(error));
    console.log(reasonOf(new DamagedFileError('/etc/shadow', error.code, { isUnreadable: true })));
  }
`;

/** Opens a database that SQLite cannot make, because it is a link into a folder that does not exist. */
const OPENER = `
  const { refuseToStart } = await import('${new URL('../../src/process/refuse-to-start.js', import.meta.url).href}');
  const { openSqlite } = await import('${new URL('../../src/infrastructure/sqlite/sqlite.js', import.meta.url).href}');
  fs.symlinkSync('/no/such/folder/x.db', process.argv[1] + '/x.db');
  try {
    openSqlite(process.argv[1] + '/x.db', { durability: 'normal' });
  } catch (error) {
    refuseToStart(error);
  }
`;

const script = (text: string, ...words: string[]) =>
  runToEnd({}, ['--input-type=module', '--eval', text, ...words]);

const modeOf = async (entry: string) => (await lstat(entry)).mode & 0o7777;

/** The entries of a folder that other users can read, write or enter, with their modes. */
async function openEntries(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const entries = await Promise.all(
    ['.', ...names].map(async (name) => ({ name, mode: await modeOf(path.join(folder, name)) })),
  );
  return entries.flatMap(({ name, mode }) => ((mode & 0o077) === 0 ? [] : `${name} ${mode.toString(8)}`));
}

/** Creates mails, a picture, sessions and keys, and stops the server. */
async function use(server: ServerProcess, dataDir: string, email: string): Promise<void> {
  const person = server.browser();
  await person.post('/api/auth/register', { email, password: 'a fine sunny morning' });
  await tokenMailedTo(dataDir, email);
  expect((await person.upload('/api/upload', await jpegPhoto(7))).status).toBe(201);
}

const parent = useFolder();
const dataDir = path.join(parent, 'data');

describe('the files of a server', () => {
  it('are private to its user, while it runs and afterwards', async () => {
    const server = await ServerProcess.start(dataDir);
    await use(server, dataDir, 'ann@example.org');
    const whileRunning = await openEntries(dataDir);
    await server.stop();
    expect(whileRunning).toEqual([]);
    expect(await openEntries(dataDir)).toEqual([]);
    expect(await readdir(dataDir)).toEqual(
      expect.arrayContaining(['events.db', 'images', 'keys.db', 'mail', 'secret', 'views']),
    );
  });

  it('become private at the next start if others had access to them, which it says', async () => {
    const first = await ServerProcess.start(dataDir);
    await use(first, dataDir, 'ann@example.org');
    await first.kill();
    for (const name of ['.', ...(await readdir(dataDir, { recursive: true }))]) {
      const entry = path.join(dataDir, name);
      await chmod(entry, (await lstat(entry)).isDirectory() ? 0o755 : 0o644);
    }
    const second = await ServerProcess.start(dataDir);
    await use(second, dataDir, 'bob@example.org');
    expect(await openEntries(dataDir)).toEqual([]);
    expect((await second.stop()).errors).toBe(
      `Other users of this machine had access to ${dataDir} (mode 0755). It is private now.\n`,
    );
  });

  it('alone become private: other files in the folder, and those that links lead to, keep their modes', async () => {
    const outside = path.join(parent, 'outside.db');
    await mkdir(path.join(dataDir, 'views'), { recursive: true, mode: 0o755 });
    await writeFile(path.join(dataDir, 'notes.txt'), 'Mine.', { mode: 0o644 });
    await writeFile(outside, '', { mode: 0o644 });
    await symlink(outside, path.join(dataDir, 'views', 'link.db'));
    expect((await script(TAKER, dataDir, 'test')).code).toBe(0);
    expect([await modeOf(path.join(dataDir, 'notes.txt')), await modeOf(outside)]).toEqual([0o644, 0o644]);
    expect([await modeOf(dataDir), await modeOf(path.join(dataDir, 'views'))]).toEqual([0o700, 0o700]);
  });

  it('are not put into a folder that stays open to others in production; elsewhere there is a warning', async () => {
    await mkdir(dataDir);
    await chmod(dataDir, 0o1777);
    const problem = `DATA_DIR: other users have access to ${dataDir} (mode 1777), and Footnote can't change that; use a folder inside it, such as DATA_DIR=${dataDir}/footnote`;
    expect(await script(TAKER, dataDir, 'production')).toMatchObject({
      code: 1,
      errors: `Footnote can't start:\n  ${problem}\n`,
    });
    expect(await readdir(dataDir)).toEqual([]);
    expect(await script(TAKER, dataDir, 'development')).toMatchObject({ code: 0, errors: `${problem}\n` });
    expect(await modeOf(dataDir)).toBe(0o1777);
    expect(await modeOf(path.join(dataDir, 'lock.db'))).toBe(0o600);
  });

  it('on a network are warned about, with the name of the file system', async () => {
    // That of NFS, in Linux.
    const taker = TAKER.replace(/import .+ takeDataFolder .+/, '').replace(
      'try {',
      `const { takeDataFolder } = await import('${DATA_FOLDER}'); try {`,
    );
    const [onNfs, silent, here] = await Promise.all([
      script(pretend({ type: 0x69_69, files: 0, ffree: 0 }) + taker, dataDir, 'test'),
      script(pretend(null) + taker, path.join(parent, 'silent'), 'test'),
      script(TAKER, path.join(parent, 'other'), 'test'),
    ]);
    expect(onNfs).toMatchObject({
      code: 0,
      errors: expect.stringMatching(
        /^DATA_DIR: .+\/data is on NFS, which may be a network file system: .+\n$/,
      ),
    });
    for (const { code, errors } of [silent, here]) expect({ code, errors }).toEqual({ code: 0, errors: '' });
  });

  it('that cannot be made without inodes are not said to lack descriptors', async () => {
    const [none, some, unknown] = await Promise.all(
      [{ files: 9, ffree: 0 }, { files: 9, ffree: 1 }, null].map(async (statfs, number) => {
        const folder = path.join(parent, `${number}`);
        await mkdir(folder);
        return script(pretend(statfs) + OPENER, folder);
      }),
    );
    expect(none?.errors).toMatch(
      /^Footnote can't start: no file can be created, because the file system has no free inodes, .+ \(unable to open database file\)\.\n$/,
    );
    expect(some?.errors).toMatch(/no free file descriptors/);
    expect(unknown?.errors).toBe(some?.errors);
  });

  it('of another user are named, with both users and the command that mends it', async () => {
    const isRoot = process.getuid?.() === 0;
    // Everybody may enter it, but one file in it is for root.
    const folder = await mkdtemp('/tmp/footnote-owner-');
    await chmod(folder, 0o777);
    await writeFile(path.join(folder, 'lock.db'), '', { mode: 0o600 });
    const places = isRoot ? [folder, '/root'] : ['/root'];
    const taker = TAKER.replace('try {', `${BECOME_NOBODY} try {`);
    const ends = await Promise.all(places.map((place) => script(taker, place, 'test')));
    await rm(folder, { recursive: true });
    const ours = isRoot ? '65534:65534' : `${process.getuid?.()}:${process.getgid?.()}`;
    for (const [index, place] of places.entries()) {
      const condition = place === '/root' ? 'if it holds nothing but data of Footnote, ' : '';
      expect(ends[index]?.errors).toMatch(
        new RegExp(
          `^Footnote can't start:\\n  DATA_DIR: ${place} can't be used: ${place}\\S* belongs to root \\(user 0\\), and this program runs as .*user .+; ${condition}run as root: chown -R ${ours} ${place}\\n$`,
        ),
      );
      expect(ends[index]?.code).toBe(1);
    }
  });

  it('of another user hinder no start that does not need them', async () => {
    const folder = await mkdtemp('/tmp/footnote-owner-');
    await writeFile(path.join(folder, 'copy.db'), '', { mode: 0o600 });
    if (process.getuid?.() === 0) await chown(folder, 65_534, 65_534);
    const { code, errors } = await script(
      TAKER.replace('try {', `${BECOME_NOBODY} try {`),
      folder,
      'production',
    );
    await rm(folder, { recursive: true });
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
  });

  it('of another user on a disk that is read-only are not said to be the fault', async () => {
    const taker = TAKER.replace(
      'try {',
      `${BECOME_NOBODY}
      fs.accessSync = () => { throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' }); };
      syncBuiltinESMExports();
      try {`,
    );
    const { errors } = await script(pretend(null) + taker, '/', 'test');
    expect(errors).toBe("Footnote can't start:\n  DATA_DIR: / can't be used: EROFS: read-only file system\n");
  });

  it('are given to another user only in a folder of their own', async () => {
    const shared = path.join(parent, 'shared');
    const empty = path.join(parent, "it's mine");
    await Promise.all([mkdir(shared), mkdir(empty)]);
    await Promise.all(['mail', 'www'].map((name) => mkdir(path.join(shared, name))));
    expect(wayToOwn(shared)).toBe('choose a folder of its own');
    expect(wayToOwn('/')).toBe('choose a folder of its own');
    await mkdir(path.join(empty, 'lost+found'));
    expect(wayToOwn(empty)).toMatch(/^run as root: chown -R \d+:\d+ '\/.+\/it'\\''s mine'$/);
  });

  it('outside of it are named with both users, and no command', async () => {
    const { output } = await script(READER);
    const users = String.raw`belongs to root \(user 0\), and this program runs as [^;]+`;
    expect(output).toMatch(
      new RegExp(
        String.raw`^Footnote can't start: /etc/shadow can't be used \(EACCES: it ${users}\); let the user who runs it read and write it\.\n/etc/shadow, .+ It ${users}\.\n$`,
      ),
    );
  });

  it('survive a power cut from the first start on: each new folder and the secret are synced to their folders', async () => {
    const deep = path.join(parent, 'srv', 'footnote', 'data');
    const { output } = await script(LISTENER, deep);
    const lines = output.trim().split('\n');
    for (const made of [path.dirname(path.dirname(deep)), path.dirname(deep), deep, `${deep}/secret`]) {
      const at = lines.indexOf(`made ${made}`);
      expect(at).toBeGreaterThanOrEqual(0);
      expect(lines.slice(at)).toContain(`synced ${path.dirname(made)}`);
    }
  });

  it('that a crash left unfinished are removed at the next start', async () => {
    const photo = path.join(dataDir, 'images', '10', '6b', '3f1c9a52-7d0e-4b86-9c41-2a5d8e7f6b10');
    const finished = path.join(photo, '320.webp');
    const leftovers = ['mail', 'waiting-mails', 'outbox'].map((folder) =>
      path.join(dataDir, folder, '.8d1c.draft'),
    );
    for (const file of [finished, ...leftovers]) {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, 'To: ann@example.org');
    }
    await (await ServerProcess.start(dataDir)).kill();
    const unfinished = path.join(dataDir, 'images', '.unfinished', 'b2c8');
    await writeFile(unfinished, 'half a picture');
    await (await ServerProcess.start(dataDir)).stop();
    for (const file of [...leftovers, unfinished]) await expect(lstat(file)).rejects.toThrow('ENOENT');
    expect(await readFile(finished, 'utf8')).toBe('To: ann@example.org');
  });
});
