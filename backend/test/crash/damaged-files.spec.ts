import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { problemOf } from '../../src/api/http/problem.js';
import { CARE, DamagedFileError } from '../../src/infrastructure/disk/damaged-file.js';
import { SqliteEventLog } from '../../src/infrastructure/event-log/sqlite-event-log.js';
import { FolderOutbox } from '../../src/infrastructure/mail/folder-outbox.js';
import { isOutage, mayPass } from '../../src/infrastructure/outages/outage.js';
import { sandboxCodeIn } from '../../src/infrastructure/sessions/sandbox-code.js';
import { ServerSecret } from '../../src/infrastructure/sessions/server-secret.js';
import { lockDataFolder } from '../../src/infrastructure/sqlite/data-lock.js';
import { openSqlite } from '../../src/infrastructure/sqlite/sqlite.js';
import { openNeeded } from '../../src/infrastructure/sqlite/store-files.js';
import { EventLogUnavailableError } from '../../src/kernel/event-log.js';
import { reasonOf } from '../../src/process/refuse-to-start.js';
import { useFolder } from '../support/folder.js';

const OPERATIONS = path.join(import.meta.dirname, '../../../../docs/operations.md');
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

  it('is described with the same words in docs/operations.md', () => {
    const rows = readFileSync(OPERATIONS, 'utf8')
      .split('\n')
      .map((line) => line.replaceAll(/ +/g, ' '));
    for (const [name, { holds, remedy }] of Object.entries(CARE)) {
      expect(rows).toContain(`| \`${name}\` | ${holds} | ${remedy} |`);
    }
  });

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
    expect(problemOf(error)).toMatchObject({ status: 503, code: 'unavailable' });
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

describe('a start', () => {
  it.each([
    ['SQLITE_FULL', 'nothing can be written, because the disk, a quota or the file-size limit is full'],
    ['ENOSPC', 'nothing can be written, because the disk, a quota or the file-size limit is full'],
    ['EMFILE', 'the process has no free file descriptors'],
    ['EROFS', 'the disk is read-only or fails'],
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
