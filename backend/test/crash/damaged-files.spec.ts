import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorResponseOf } from '../../src/api/http/error.filter.js';
import { CARE, DamagedFileError, damagedFileIn } from '../../src/infrastructure/disk/damaged-file.js';
import { SqliteEventLog } from '../../src/infrastructure/event-log/sqlite-event-log.js';
import { SqliteKeyRing } from '../../src/infrastructure/key-ring/sqlite-key-ring.js';
import { FolderOutbox } from '../../src/infrastructure/mail/folder-outbox.js';
import { isOutage, mayPass } from '../../src/infrastructure/circuit-breaker/outage.js';
import { sandboxCodeIn } from '../../src/infrastructure/sessions/sandbox-code.js';
import { ServerSecret } from '../../src/infrastructure/sessions/server-secret.js';
import { lockDataFolder } from '../../src/infrastructure/sqlite/data-lock.js';
import { PARTS, type Sqlite, openSqlite } from '../../src/infrastructure/sqlite/sqlite.js';
import { openNeeded } from '../../src/infrastructure/sqlite/store-files.js';
import { EventLogUnavailableError } from '../../src/kernel/event-log.js';
import { LogCheck } from '../../src/kernel/log/log-check.js';
import { reasonOf } from '../../src/process/refuse-to-start.js';
import { useFolder } from '../support/folder.js';

const ID = '0b7d6f3e-1c52-4a8e-b1f7-90c4d2e6a835';

const folder = useFolder();

describe('a damaged file', () => {
  const file = (name: string) => path.join(folder, name);
  const caught = (work: () => unknown): unknown => {
    try {
      work();
    } catch (error) {
      return error;
    }
    throw new Error('nothing was thrown');
  };
  /** A log of 200 events, of which the pages from one on are overwritten. */
  const damagedLog = async (fromPage: number) => {
    const log = new SqliteEventLog(file('events.db'));
    for (let number = 0; number < 200; number += 1) {
      const metadata = { note: 'x'.repeat(200) };
      await log.append(`post-${number}`, 'any', [{ id: `id-${number}`, type: 'T', data: {}, metadata }]);
    }
    await log.close();
    const bytes = readFileSync(file('events.db'));
    for (let at = (fromPage - 1) * 4096; at < bytes.length; at += 4096) bytes.fill(0xa5, at, at + 64);
    writeFileSync(file('events.db'), bytes);
  };

  it.each(Object.entries(CARE))('has one sentence: %s', (name, { holds, remedy }) => {
    const damaged = file(name === 'outbox' || name === 'views' ? `${name}/one` : name);
    const error = new DamagedFileError(damaged, 'a reason');
    expect(reasonOf(error)).toBe(`${damaged}, ${holds}, is damaged (a reason): ${remedy}.`);
    expect(error.message).not.toMatch(/[.] /);
  });

  it('is named by whatever reads it, with its page when the start ends', async () => {
    await damagedLog(4);
    const log = new SqliteEventLog(file('events.db'));
    const error = await log.readAll(0, 1000).catch((thrown: unknown) => thrown);
    await log.close();
    expect(error).toMatchObject({
      name: 'DamagedFileError',
      file: file('events.db'),
      reason: 'database disk image is malformed',
    });
    expect(reasonOf(error)).toMatch(
      /^\S+events\.db, the event log, is damaged \(.*page \d+.*\): restore a backup .+\.$/,
    );
    expect(errorResponseOf(error)).toMatchObject({ status: 503, code: 'unavailable' });
  });

  it('is named when it is opened, with its page', async () => {
    await damagedLog(2);
    const open = () =>
      openNeeded(file('events.db'), () => openSqlite(file('events.db'), { durability: 'full' }));
    expect(reasonOf(caught(open))).toMatch(/events\.db, the event log, is damaged \(.*page 2.*\)/);
  });

  it('is named under an error that wraps it', () => {
    const inner = new DamagedFileError(file('secret'), 'it is short');
    expect(reasonOf(new EventLogUnavailableError('nothing was written', { cause: inner }))).toBe(
      inner.message,
    );
  });

  const folderAt = (name: string) => {
    mkdirSync(file(name), { recursive: true });
    return file(name);
  };
  it.each<[string, string, () => unknown]>([
    ['keys.db', 'keys.db', () => openSqlite(folderAt('keys.db'), { durability: 'full' })],
    [
      'keys.db-wal',
      'keys.db-wal',
      () => {
        openSqlite(file('keys.db'), { durability: 'full' }).close();
        folderAt('keys.db-wal');
        return openSqlite(file('keys.db'), { durability: 'full' });
      },
    ],
    ['lock.db', 'lock.db', () => lockDataFolder(path.dirname(folderAt('lock.db')))],
    ['secret', 'secret', () => ServerSecret.keptIn(folderAt('secret'))],
    ['sandbox-code', 'sandbox-code', () => sandboxCodeIn(folderAt('sandbox-code'))],
  ])('that cannot be read is named: %s', (_, name, read) => {
    expect(reasonOf(caught(read))).toMatch(
      new RegExp(
        `^${file(name)}, .+, can't be read \\(EISDIR\\): let the user who runs Footnote read and write it, or .+[.]$`,
      ),
    );
  });

  it.each([
    ['no JSON', Buffer.from('{"accountId":'), 'is damaged'],
    ['nothing', Buffer.alloc(0), 'is damaged'],
    [
      'no UTF-8',
      Buffer.from(`{"accountId":"${ID}","storedAt":"2026-11-21","name":"\xff"}`, 'latin1'),
      'is damaged',
    ],
    ['a folder', null, "can't be read"],
  ])('in the outbox is named: %s', async (_, bytes, words) => {
    if (bytes) {
      folderAt('outbox');
      writeFileSync(file(`outbox/${ID}.json`), bytes);
    } else folderAt(`outbox/${ID}.json`);
    const error = await new FolderOutbox(file('outbox')).list().catch((thrown: unknown) => thrown);
    expect(reasonOf(error)).toContain(
      `${ID}.json, the goodbye mail of a deleted account, and its address, ${words}`,
    );
  });

  it('pauses reactions and ends a start at once', () => {
    const damaged = new DamagedFileError(file('events.db'), 'a reason', {
      cause: Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT' }),
    });
    expect([isOutage(damaged), mayPass(damaged)]).toEqual([true, false]);
    expect(mayPass(new EventLogUnavailableError('away'))).toBe(true);
  });
});

describe('a log that is checked', () => {
  const file = () => path.join(folder, 'events.db');
  const never = new AbortController().signal;
  const written = async (change: (database: Sqlite) => void = () => undefined): Promise<SqliteEventLog> => {
    const log = new SqliteEventLog(file());
    for (let number = 0; number < 60; number += 1) {
      await log.append(`post-${number % 3}`, 'any', [
        { id: `id-${number}`, type: 'T', data: {}, metadata: {} },
      ]);
    }
    const database = openSqlite(file(), { durability: 'full' });
    change(database);
    database.close();
    return log;
  };

  it.each<[string, string | null, (database: Sqlite) => void]>([
    ['nothing', null, () => undefined],
    [
      'an event',
      'event 30 is missing; in post-2 revision 9 is missing',
      (database) => database.run('DELETE FROM events WHERE position = 30'),
    ],
    [
      'the first events',
      'events 1 to 2 are missing; in post-0 revision 0 is missing; in post-1 revision 0 is missing',
      (database) => database.run('DELETE FROM events WHERE position <= 2'),
    ],
    [
      'many events',
      'event 2 is missing; event 4 is missing; event 6 is missing; event 8 is missing; event 10 is missing; and 52 more',
      (database) => database.run('DELETE FROM events WHERE position % 2 = 0'),
    ],
  ])('names what is missing: %s', async (_, found, change) => {
    const log = await written(change);
    const damage = await log.damage(never);
    await log.close();
    expect(damage && damagedFileIn(damage)?.reason).toBe(found);
  });

  it('names a damaged page, beside appends', async () => {
    const log = await written();
    await log.close();
    const bytes = readFileSync(file());
    // The root of the table.
    bytes.fill(0xa5, 4096, 4160);
    writeFileSync(file(), bytes);
    const again = new SqliteEventLog(file());
    const damage = await again.damage(never);
    await again.close();
    expect(damage?.message).toMatch(/^\S+events\.db, the event log, is damaged \(.*page 2.*\): restore/);
  });

  it('is not waited for when the server stops', async () => {
    const log = await written();
    const stopping = new AbortController();
    stopping.abort();
    await expect(log.damage(stopping.signal)).rejects.toThrow('aborted');
    await log.close();
  });

  it('is said to be damaged once, and said again when something else is wrong', async () => {
    const answers = ['one', 'one', new Error('no answer'), 'two', null, 'two'];
    const said: string[] = [];
    const found: (string | null)[] = [];
    const log = {
      damage: async () => {
        const answer = answers.shift();
        if (answer instanceof Error) throw answer;
        return answer ? new Error(answer) : null;
      },
    };
    const done = Promise.withResolvers<void>();
    const waits: number[] = [];
    const check = new LogCheck(
      log,
      { info: () => undefined, error: (error, message) => said.push(`${message}: ${String(error)}`) },
      {
        pause: async (milliseconds, signal) => {
          waits.push(milliseconds);
          found.push(check.damage);
          if (answers.length > 0) return;
          done.resolve();
          if (signal) await once(signal, 'abort');
        },
      },
    );
    check.start();
    await done.promise;
    await check.stop();
    expect(said).toEqual([
      'the log was checked: Error: one',
      'the log could not be checked: Error: no answer',
      'the log was checked: Error: two',
      'the log was checked: Error: two',
    ]);
    expect(found).toEqual([null, 'one', 'one', 'one', 'two', null, 'two']);
    expect(waits).toEqual([60_000, ...Array.from({ length: 6 }, () => 3_600_000)]);
  });
});

describe('a file that is deleted while the server runs', () => {
  const remove = (name: string) => {
    for (const part of PARTS) rmSync(path.join(folder, `${name}${part}`), { force: true });
  };
  const gone = 'it was deleted or replaced while the server runs';

  it('takes no append that would end with the process', async () => {
    const log = new SqliteEventLog(path.join(folder, 'events.db'));
    const event = { id: 'one', type: 'T', data: {}, metadata: {} };
    await log.append('post-1', 'noStream', [event]);
    remove('events.db');
    const error = await log
      .append('post-2', 'noStream', [{ ...event, id: 'two' }])
      .catch((thrown: unknown) => thrown);
    expect(damagedFileIn(error)?.reason).toBe(gone);
    expect(await log.readStream('post-1')).toHaveLength(1);
    await log.close();
  });

  it('takes no key, also when another file has its name', async () => {
    const keys = new SqliteKeyRing(path.join(folder, 'keys.db'));
    await keys.create('ann');
    remove('keys.db');
    const other = new SqliteKeyRing(path.join(folder, 'keys.db'));
    await expect(keys.create('bob')).rejects.toThrow(gone);
    await other.close();
    await keys.close();
  });
});

describe('a start', () => {
  it.each([
    ['SQLITE_FULL', 'nothing can be written, because the disk is full, read-only or fails'],
    ['ENOSPC', 'nothing can be written, because the disk is full, read-only or fails'],
    ['EMFILE', 'the process has no free file descriptors'],
    ['EROFS', 'nothing can be written, because the disk is full, read-only or fails'],
  ])('without what it needs ends at once with one sentence: %s', (code, words) => {
    const cause = Object.assign(new Error('no luck'), { code });
    const error = new EventLogUnavailableError('nothing was written', { cause });
    expect(reasonOf(error)).toMatch(new RegExp(`^Footnote can't start: ${words}.*; .+ \\(no luck\\)[.]$`));
    expect([isOutage(error), mayPass(error)]).toEqual([true, false]);
  });

  it('that may not use a path names it', () => {
    const error = Object.assign(new Error('EACCES: permission denied'), {
      code: 'EACCES',
      path: '/data/images',
    });
    expect(reasonOf(error)).toMatch(
      /^Footnote can't start: \/data\/images can't be used \(EACCES\); let .+\.$/,
    );
    const listening = Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'listen' });
    expect(reasonOf(listening)).toContain('check HOST and PORT');
  });
});
