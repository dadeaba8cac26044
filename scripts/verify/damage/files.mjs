// What can happen to each file of a data folder, and what its message says to do.
import { cp, mkdir, open, readdir, rm, stat, truncate } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from './site.mjs';

const PAGE = 4096;

export const DAMAGES = {
  cut: async (file) => truncate(file, Math.floor((await stat(file)).size / 2)),
  flipped: async (file) => {
    const handle = await open(file, 'r+');
    const { size } = await handle.stat();
    // The start of a page in the middle, or the middle of a small file.
    const at = size > 2 * PAGE ? Math.floor(size / PAGE / 2) * PAGE : Math.floor(size / 2);
    await handle.write(Buffer.alloc(Math.min(64, size - at), 0xa5), 0, undefined, at);
    await handle.close();
  },
  emptied: (file) => truncate(file, 0),
  deleted: (file) => rm(file),
  // The user of this script may read everything, but nobody can read a folder like a file.
  unreadable: async (file) => {
    await rm(file);
    await mkdir(file);
  },
};

const tool = (folder, ...words) => run(folder, 'tools/footnote.js', words);
const recoverHere = (folder) => tool(folder, 'recover', '--reactions', 'here');

/** Restores a file, and its write-ahead log, from a backup. */
const restore = async (folder, backup, name) => {
  await rm(join(folder, name), { recursive: true, force: true });
  for (const part of ['-wal', '-shm'])
    await rm(join(folder, `${name}${part}`), { recursive: true, force: true });
  await cp(join(backup, name), join(folder, name), { recursive: true });
};
const away = async (folder, name) => {
  for (const part of ['', '-wal', '-shm'])
    await rm(join(folder, `${name}${part}`), { recursive: true, force: true });
};

/**
 * What an operator does after a start that refused, by the base name of the file: the remedy without a backup, where there
 * is one. Answers what of the history is left.
 */
export const REMEDIES = {
  'events.db': async (folder, backup, damage, name) => {
    // A write-ahead log that was cut is a log that ends earlier: nothing in it shows that.
    if (name === 'events.db' && (damage === 'cut' || damage === 'flipped')) {
      const { code, output } = await tool(folder, 'recover', '--log', '--yes');
      const lost = /(\d+) are lost/.exec(output)?.[1];
      return { people: lost === '0', done: `recover --log, ${lost} lost`, code, output };
    }
    await restore(folder, backup, 'events.db');
    return { people: true, done: 'backup, recover', ...(await recoverHere(folder)) };
  },
  'kernel.db': async (folder) => {
    await away(folder, 'kernel.db');
    return { people: true, done: 'moved away, recover', ...(await recoverHere(folder)) };
  },
  'keys.db': async (folder) => {
    await away(folder, 'keys.db');
    return { people: false, done: 'keys accept-loss', ...(await tool(folder, 'keys', 'accept-loss')) };
  },
  'sent-mails.db': async (folder) => {
    await away(folder, 'sent-mails.db');
    return { people: true, done: 'moved away' };
  },
  secret: async (folder, backup) => {
    await restore(folder, backup, 'secret');
    return { people: true, done: 'backup' };
  },
  other: async (folder, backup, damage, name) => {
    await away(folder, name);
    return { people: true, done: 'deleted' };
  },
};

/** A file of a kind that there are many of, and the settings that make the server read it. */
export async function filesOf(folder) {
  const first = async (name, pattern) => {
    const names = (await readdir(join(folder, name), { recursive: true })).filter((file) =>
      pattern.test(file),
    );
    return join(name, names.toSorted()[0]);
  };
  const stores = (await readdir(folder)).filter((name) => /[.]db$/.test(name)).toSorted();
  return [
    ...stores,
    'secret',
    'sandbox-code',
    'views/store.db',
    await first('views', /^leaderboard_.*[.]db$/),
    await first('views', /^accounts_.*[.]db$/),
    await first('views', /^comments_.*[.]db$/),
    await first('images', /(?:^|\/)[^./][^/]*[.]\w+$/),
    await first('mail', /[.]eml$/),
    await first('security', /[.]log$/),
    'outbox/0b7d6f3e-1c52-4a8e-b1f7-90c4d2e6a835.json',
    'waiting-mails/0b7d6f3e-1c52-4a8e-b1f7-90c4d2e6a836.json',
  ];
}

/** Mails that wait; a site without trouble has none. */
export async function addWaiting(folder) {
  const { writeFile } = await import('node:fs/promises');
  const letter = { subject: 'Goodbye', html: '<p>Goodbye</p>', text: 'Goodbye', unsubscribe: null };
  const soon = new Date(Date.now() + 3_600_000);
  const [outbox, waiting] = (await filesOf(folder)).slice(-2);
  const id = '0b7d6f3e-1c52-4a8e-b1f7-90c4d2e6a836';
  const contents = {
    [outbox]: {
      accountId: '0b7d6f3e-1c52-4a8e-b1f7-90c4d2e6a835',
      to: 'cleo@example.org',
      letter,
      storedAt: new Date(),
    },
    [waiting]: { mail: { id, to: 'dan@example.org', ...letter }, since: new Date(), tries: 1, dueAt: soon },
  };
  for (const [name, content] of Object.entries(contents)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), JSON.stringify(content));
  }
}

/** The server reads waiting mails only where it sends them. Nothing listens there. */
export const settingsFor = (name) =>
  name.startsWith('waiting-mails') ? { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'site@example.org' } : {};
