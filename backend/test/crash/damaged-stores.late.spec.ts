import { cp, mkdir, open, readFile, readdir, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { salvageLog } from '../../src/infrastructure/event-log/salvaged-log.js';
import { SqliteEventLog } from '../../src/infrastructure/event-log/sqlite-event-log.js';
import { PASSWORD } from '../support/visitor.js';
import { ServerProcess, runToEnd } from './server-process.js';
import { useFolder } from '../support/folder.js';

const FOOTNOTE = path.join(import.meta.dirname, '../../src/tools/footnote.js');
const PAGE = 4096;
/** The first byte of a page with rows. */
const ROWS = 0x0d;

const PERSON = { email: 'ann@example.org', password: PASSWORD };

/** What may happen to a file. */
const DAMAGES: Readonly<Record<string, (file: string) => Promise<void>>> = {
  'is not a database': (file) =>
    writeFile(file, 'not a database, but long enough to be taken for one'.repeat(99)),
  'was cut': async (file) => truncate(file, Math.floor((await stat(file)).size / 2)),
  'has other bytes in the middle': async (file) => {
    const handle = await open(file, 'r+');
    // Every page after the first one.
    for (let at = 4096; at < (await handle.stat()).size; at += 4096) {
      await handle.write(Buffer.alloc(64, 0xa5), 0, 64, at);
    }
    await handle.close();
  },
};

const healthy = useFolder({ per: 'file' });
const dataDir = useFolder();

describe('a store that is damaged', () => {
  beforeAll(async () => {
    const server = await ServerProcess.start(healthy);
    await server.browser().post('/api/auth/register', PERSON);
    await server.stop();
  });
  beforeEach(async () => {
    await cp(healthy, dataDir, { recursive: true });
  });

  const each = (names: readonly string[]) =>
    names.flatMap((name) => Object.keys(DAMAGES).map((damage) => [name, damage] as const));

  it.each(each(['kernel.db', 'keys.db', 'sent-mails.db']))(
    'and must not be lost ends the start with one line: %s %s',
    async (name, damage) => {
      const file = path.join(dataDir, name);
      await DAMAGES[damage]?.(file);
      const { code, errors } = await runToEnd({ DATA_DIR: dataDir, PORT: '0' });
      expect(code).toBe(1);
      expect(errors).toMatch(/^\S+, .+, is damaged \(.+\): restore a backup.+\n$/);
      expect(errors).toContain(file);
    },
  );

  it.each(['is not a database', 'was cut'])('ends the start with one line: the log %s', async (damage) => {
    await DAMAGES[damage]?.(path.join(dataDir, 'events.db'));
    const { code, errors } = await runToEnd({ DATA_DIR: dataDir, PORT: '0' });
    expect(code).toBe(1);
    expect(errors).toMatch(/^\S+events\.db, the event log, is damaged \(.+\): restore a backup.+\n$/);
  });

  it.each([
    ['secret', 'cut', Buffer.alloc(16)],
    ['outbox/0b7d6f3e-1c52-4a8e-b1f7-90c4d2e6a835.json', 'no JSON', Buffer.from('{"accountId":')],
  ])('ends the start with one line: %s, %s', async (name, _, bytes) => {
    await mkdir(path.join(dataDir, 'outbox'), { recursive: true });
    await writeFile(path.join(dataDir, name), bytes);
    const { code, errors } = await runToEnd({ DATA_DIR: dataDir, PORT: '0' });
    expect(code).toBe(1);
    expect(errors).toMatch(/^\S+, .+, is damaged \(.+\): restore a backup.+\n$/);
  });

  it.each([
    ['kernel.db', 'The kernel store (kernel.db in DATA_DIR, or MongoDB) is missing or empty'],
    ['keys.db', 'The key store (keys.db in DATA_DIR, or MongoDB) does not belong to this log'],
    ['events.db', 'The kernel store comes from another log; this one was never used; nothing was changed'],
  ])('ends the start with one line when it is missing beside the others: %s', async (name, words) => {
    await rm(path.join(dataDir, name));
    const { code, errors } = await runToEnd({ DATA_DIR: dataDir, PORT: '0' });
    expect(code).toBe(1);
    expect(errors.trim().split('\n')).toEqual([expect.stringContaining(words)]);
    expect(errors).toContain('restore');
  });

  it.each(['kernel.db', 'keys.db', 'sent-mails.db', 'lock.db', 'secret', 'events.db'])(
    'ends the start with one line when there is a folder in its place: %s',
    async (name) => {
      await rm(path.join(dataDir, name));
      await mkdir(path.join(dataDir, name));
      const { code, errors } = await runToEnd({ DATA_DIR: dataDir, PORT: '0' });
      expect(code).toBe(1);
      expect(errors).toMatch(/^\S+, .+, can't be read \(EISDIR\): let the user who runs Footnote .+\n$/);
      expect(errors).toContain(path.join(dataDir, name));
    },
  );

  /** Damages the last page with events: those of the person who registered. Returns its number, and the bytes of the log. */
  const damageLog = async () => {
    const bytes = await readFile(path.join(dataDir, 'events.db'));
    let page = bytes.length / PAGE;
    while (bytes[(page - 1) * PAGE] !== ROWS) page -= 1;
    bytes.fill(0, (page - 1) * PAGE, page * PAGE);
    await writeFile(path.join(dataDir, 'events.db'), bytes);
    return { page, bytes };
  };

  const recover = (...words: string[]) =>
    runToEnd({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }, [FOOTNOTE, 'recover', '--log', ...words]);

  it('is replaced by recover --log, which keeps the positions, and what is lost blocks its streams only', async () => {
    const file = path.join(dataDir, 'events.db');
    const { page, bytes } = await damageLog();
    const refused = await runToEnd({ DATA_DIR: dataDir, PORT: '0' });
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.errors).toMatch(
      new RegExp(
        `^${file}, the event log, is damaged \\(.*page ${page}.*\\): restore .+ recover -- --log, .+\\n$`,
      ),
    );
    const asked = await recover();
    expect(asked.code).toBe(1);
    expect(asked.output).toMatch(
      /^\d+ events can be read; [1-9]\d* are lost\.\n {2}event \d+: revision \d+ of \S+\n/,
    );
    expect(asked.output).toMatch(/use --yes\.\nNothing was changed\.\n$/);
    expect((await readFile(file)).equals(bytes)).toBe(true);
    const lost = Number(/; (\d+) are lost/.exec(asked.output)?.[1]);

    const done = await recover('--yes');
    expect(done.output).toContain('The damaged log is kept as events.db.damaged-1.');
    expect(done).toMatchObject({ code: 0, output: expect.stringMatching(/Done: \d+ views were built/) });
    const names = await readdir(dataDir);
    for (const left of ['events.db.new', 'replacing-log']) expect(names).not.toContain(left);
    expect((await readFile(`${file}.damaged-1`)).equals(bytes)).toBe(true);

    const server = await ServerProcess.start(dataDir);
    const { body: health } = await server.browser().get('/health');
    expect(health).toMatchObject({ status: 'ok', log: { damage: null } });
    expect(health).toMatchObject({ quarantine: [{ type: 'EventLost', events: lost }] });
    const login = await server.browser().post('/api/auth/login', PERSON);
    expect([200, 401, 503]).toContain(login.status);
    const other = await server.browser().post('/api/auth/register', { ...PERSON, email: 'bob@example.org' });
    expect(other.status).toBe(201);
    await server.stop();
  });

  it.each([
    ['before the damaged log is put aside', 'events.db', 'events.db.new'],
    ['before the new log takes its place', 'events.db.damaged-1', 'events.db.new'],
    ['before the other stores fit', 'events.db.damaged-1', 'events.db'],
  ])('is still replaced by recover --log after a kill %s', async (_, damaged, replacement) => {
    const { bytes } = await damageLog();
    const file = path.join(dataDir, 'events.db');
    const before = new SqliteEventLog(file);
    const first = await before.readAt(1);
    await before.close();
    salvageLog(file, `${file}.new`, 'log-identity', () => ({ type: 'EventLost', data: {}, metadata: {} }));
    await writeFile(path.join(dataDir, 'replacing-log'), '');
    await rename(file, path.join(dataDir, damaged));
    await rename(`${file}.new`, path.join(dataDir, replacement));
    for (const words of [
      undefined,
      [FOOTNOTE, 'recover', '--reactions', 'here'],
      [FOOTNOTE, 'rebuild', '--all'],
    ]) {
      const { code, errors } = await runToEnd({ DATA_DIR: dataDir, PORT: '0' }, words);
      expect(code).toBe(1);
      expect(errors).toContain(
        `the replacement of the damaged log in ${dataDir} was cut; run npm run recover -- --log, which goes on with it`,
      );
    }

    // It was agreed before.
    const { code, output } = await recover();
    expect(output).toMatch(/Done: \d+ views were built/);
    expect(code).toBe(0);
    expect((await readFile(`${file}.damaged-1`)).equals(bytes)).toBe(true);
    const server = await ServerProcess.start(dataDir);
    expect((await server.browser().get('/health')).body).toMatchObject({
      status: 'ok',
      quarantine: [{ type: 'EventLost' }],
    });
    await server.stop();
    const after = new SqliteEventLog(file);
    expect(await after.readAt(1)).toEqual(first);
    await after.close();
  });

  it('is not replaced without a log: a folder that is empty, and one on a server', async () => {
    await truncate(path.join(dataDir, 'events.db'), 0);
    const words = [FOOTNOTE, 'recover', '--log', '--yes'];
    const empty = await runToEnd({ DATA_DIR: dataDir }, words);
    expect(empty).toMatchObject({
      code: 1,
      output: expect.stringMatching(/events\.db is missing or empty\.\n$/),
    });
    const served = await runToEnd({ DATA_DIR: dataDir, EVENTSTORE_URL: 'esdb://127.0.0.1:1' }, words);
    expect(served).toMatchObject({ code: 1, output: expect.stringMatching(/^The log is on a server/) });
  });

  it('ends the start with one line: another secret', async () => {
    await writeFile(path.join(dataDir, 'secret'), Buffer.alloc(32, 7));
    const { code, errors } = await runToEnd({ DATA_DIR: dataDir, PORT: '0' });
    expect(code).toBe(1);
    expect(errors).toMatch(/^The secret is not the one that this data was created with.+\n$/);
  });

  it('is no goodbye mail that a crash left while it was removed', async () => {
    const leftOver = path.join(dataDir, 'outbox', '0b7d6f3e-1c52-4a8e-b1f7-90c4d2e6a835.json');
    await mkdir(path.dirname(leftOver), { recursive: true });
    await writeFile(leftOver, Buffer.alloc(300));
    const server = await ServerProcess.start(dataDir);
    expect((await server.browser().post('/api/auth/login', PERSON)).status).toBe(200);
    await server.stop();
  });

  it('tells that a file is missing that can start empty, but not at the first start', async () => {
    const names = ['sent-mails.db', 'sessions.db', 'idempotency.db'];
    for (const name of names) await rm(path.join(dataDir, name));
    const server = await ServerProcess.start(dataDir);
    await server.stop();
    const { errors } = await server.ended;
    for (const name of names)
      expect(errors).toContain(`${name} was missing or empty, and a new one takes its place`);
    expect(errors).not.toContain('limits.db was missing');
  });

  it.each(Object.keys(DAMAGES))(
    'and can start empty is put aside: sessions and limits, %s',
    async (damage) => {
      const names = ['sessions.db', 'admin-sessions.db', 'limits.db', 'idempotency.db'];
      for (const name of names) await DAMAGES[damage]?.(path.join(dataDir, name));
      const server = await ServerProcess.start(dataDir);
      expect((await server.browser().post('/api/auth/login', PERSON)).status).toBe(200);
      await server.stop();
      const { errors } = await server.ended;
      const files = await readdir(dataDir);
      for (const name of names) {
        expect(errors).toContain(`${name} was damaged and put aside as ${name}.damaged-1.`);
        expect(files).toContain(`${name}.damaged-1`);
      }
    },
  );
});
