import { cp, mkdir, open, readdir, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PASSWORD } from '../support/visitor.js';
import { ServerProcess, runToEnd } from './server-process.js';
import { useFolder } from '../support/folder.js';

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
