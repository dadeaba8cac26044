import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { SqliteKeyRing } from '../../src/infrastructure/key-ring/sqlite-key-ring.js';
import { KeysLostError } from '../../src/kernel/log/key-check.js';
import { ForeignKeysError, WrongLogError } from '../../src/kernel/log/log-identity.js';
import type { HealthReport } from '../../src/api/health/kernel-health.js';
import type { Post } from '../../src/projections/leaderboard/shown-posts.js';
import { projections } from '../../src/projections/projections.js';
import { Projector } from '../../src/kernel/views/projector.js';
import { type OwnApp, startApp } from '../support/app.js';
import { deleteDue, erased, leave } from '../support/erasure.js';
import { eventually } from '../support/eventually.js';
import { PASSWORD } from '../support/visitor.js';
import { registered, verified } from '../support/people.js';
import { commentOn, publishPost } from '../support/posts.js';
import { sweep } from '../support/scope.js';
import { DEADLINE_MS } from '../support/deadline.js';

const FOOTNOTE = path.join(import.meta.dirname, '../../src/tools/footnote.js');
const emails = { ann: 'ann@example.org', eve: 'eve@example.org' };

/** In files, as an operator finds them. */
const embedded = { env: {}, stop: async () => undefined };

describe('a keys file', () => {
  let app: OwnApp;
  let dataDir: string;
  beforeEach(async () => {
    app = await startApp({ storage: embedded });
    ({ dataDir } = app);
  });
  afterEach(() => app.stop());

  const file = (name: string) => path.join(dataDir, name);
  const start = async () => {
    app = await startApp({ storage: embedded, dataDir });
  };
  const removeKeys = () =>
    Promise.all(['keys.db', 'keys.db-wal', 'keys.db-shm'].map((name) => rm(file(name), { force: true })));
  const bringKeys = async (copy: string) => {
    await removeKeys();
    await copyFile(copy, file('keys.db'));
  };
  const login = async (email: string) =>
    (await app.browser().post('/api/auth/login', { email, password: PASSWORD })).status;
  const board = async () => (await app.browser().get<Post[]>('/api/posts')).body.map(({ id }) => id);
  const health = async () => (await app.browser().get<HealthReport>('/health')).body;
  const run = async (name: string, ...words: string[]) => {
    const tool = spawn(process.execPath, [FOOTNOTE, name, ...words], {
      env: { ...process.env, LOG_LEVEL: 'error', DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: DEADLINE_MS,
    });
    let output = '';
    for (const stream of [tool.stdout, tool.stderr]) {
      stream.on('data', (bytes: Buffer) => (output += bytes.toString()));
    }
    const [code] = (await once(tool, 'close')) as [number];
    return { code, output };
  };
  const acceptLoss = () => run('keys', 'accept-loss');
  const bringForeignKeys = async () => {
    const stranger = await startApp({ storage: embedded });
    await registered(stranger, 'somebody@example.org');
    await stranger.server.close();
    await bringKeys(path.join(stranger.dataDir, 'keys.db'));
    await rm(stranger.dataDir, { recursive: true });
  };

  it.each(sweep(['lost', 'foreign and adopted'], (how) => how, ['lost']))(
    'that is %s stops the start, until the loss is accepted',
    async (how) => {
      const ann = await verified(app, emails.ann);
      const post = await publishPost(app, ann.user.id, 7);
      await app.server.close();
      if (how === 'lost') await removeKeys();
      else {
        await bringForeignKeys();
        await run('recover', '--reactions', 'here');
      }
      await expect(start()).rejects.toThrow(KeysLostError);
      await expect(start()).rejects.toThrow(/npm run keys -- accept-loss/);

      expect(await acceptLoss()).toEqual({
        code: 0,
        output: expect.stringContaining('of 1 people is given up'),
      });
      expect(await acceptLoss()).toEqual({ code: 0, output: 'No key is missing.\n' });
      await start();
      await app.server.get(Projector, { strict: false }).rebuild(projections.map(({ name }) => name));
      expect((await app.browser().get('/health/ready')).status).toBe(200);
      expect(await health()).toMatchObject({ status: 'ok', quarantine: [] });
      expect(await login(emails.ann)).toBe(401);
      expect(await board()).toEqual([post]);
      expect((await app.browser().get(`/api/users/${ann.user.id}`)).status).toBe(404);
      expect((await verified(app, 'new@example.org')).user.emailVerified).toBe(true);
    },
  );

  it('that belongs to another log is refused, and adopted by recover, which reports the lost keys', async () => {
    await verified(app, emails.ann);
    await app.server.close();
    await bringForeignKeys();
    await expect(start()).rejects.toThrow(ForeignKeysError);
    const refused = { code: 1, output: expect.stringContaining('The keys belong to another log') };
    expect(await acceptLoss()).toEqual(refused);
    expect(await run('recover', '--reactions', 'here')).toEqual({
      code: 1,
      output: expect.stringContaining('npm run keys -- accept-loss'),
    });
    await expect(start()).rejects.toThrow(KeysLostError);
  });

  it('is left as it is when the loss is to be accepted beside another log or an empty one', async () => {
    const ann = await verified(app, emails.ann);
    await app.server.close();
    const removeLog = () =>
      Promise.all(['', '-wal', '-shm'].map((part) => rm(file(`events.db${part}`), { force: true })));
    const refused = { code: 1, output: expect.stringContaining('The kernel store comes from another log') };
    await removeLog();
    expect(await acceptLoss()).toEqual(refused);
    const stranger = await startApp({ storage: embedded });
    const eve = await registered(stranger, emails.eve);
    await stranger.server.close();
    await copyFile(path.join(stranger.dataDir, 'events.db'), file('events.db'));
    await rm(stranger.dataDir, { recursive: true });
    expect(await acceptLoss()).toEqual(refused);
    await expect(start()).rejects.toThrow(WrongLogError);

    const keys = new SqliteKeyRing(file('keys.db'));
    const found = await keys.find([ann.user.id, eve.user.id]);
    await keys.close();
    expect([...found.keys()]).toEqual([ann.user.id]);
  });

  it('from an earlier copy restores no key of an erased person', async () => {
    const ann = await verified(app, emails.ann);
    const eve = await verified(app, emails.eve);
    await app.server.close();
    await copyFile(file('keys.db'), file('keys.copy'));
    await start();
    const browser = app.browser();
    await browser.post('/api/auth/login', { email: emails.eve, password: PASSWORD });
    await leave(app, browser);
    await deleteDue(app);
    await erased(app, eve.user.id);
    await app.server.close();

    await bringKeys(file('keys.copy'));
    const clock = app.clock;
    app = await startApp({ storage: embedded, dataDir, clock });
    const { keys } = app.adapters.storage;
    const found = await keys.find([ann.user.id, eve.user.id]);
    expect(found.get(eve.user.id)).toBe('destroyed');
    expect(found.get(ann.user.id)).toBeInstanceOf(Buffer);
    expect(await login(emails.ann)).toBe(200);
  });

  it('from an earlier copy hides the people who are not in it, until their keys are back', async () => {
    const ann = await verified(app, emails.ann);
    const hers = await publishPost(app, ann.user.id, 7);
    await app.server.close();
    await copyFile(file('keys.db'), file('keys.copy'));
    await start();
    const eve = await verified(app, emails.eve);
    const evil = await publishPost(app, eve.user.id, 9);
    await commentOn(app, hers, eve.user.id);
    await app.server.close();
    await copyFile(file('keys.db'), file('keys.right'));

    await bringKeys(file('keys.copy'));
    await start();
    await eventually('her events are in quarantine', async () => (await health()).quarantine.length >= 3);
    expect((await app.browser().get('/health/ready')).status).toBe(200);
    expect(await health()).toMatchObject({ status: 'degraded', problems: [] });
    expect(await board()).toEqual([hers]);
    expect((await app.browser().get(`/api/posts/${evil}`)).status).toBe(404);
    expect((await app.browser().get(`/api/users/${eve.user.id}`)).status).toBe(404);
    expect((await app.browser().get(`/api/posts/${hers}/comments`)).body).toEqual([]);
    expect(await login(emails.ann)).toBe(200);
    expect(await login(emails.eve)).toBe(503);
    const zoe = await verified(app, 'zoe@example.org');
    expect((await zoe.browser.post(`/api/posts/${hers}/like`)).status).toBe(200);
    await app.server.close();

    // It has as many people as the copy, but not zoe, who has registered since.
    await bringKeys(file('keys.right'));
    await start();
    await eventually("eve's events have left the quarantine", async () => {
      const { quarantine } = app.adapters.storage;
      return !quarantine.has(`account-${eve.user.id}`);
    });
    expect(new Set(await board())).toEqual(new Set([evil, hers]));
    expect((await app.browser().get(`/api/posts/${hers}/comments`)).body).toHaveLength(1);
    expect(await login(emails.eve)).toBe(200);
    const { quarantine } = app.adapters.storage;
    await eventually('zoe is in quarantine', async () => quarantine.has(`account-${zoe.user.id}`));
    expect((await app.browser().get(`/api/users/${zoe.user.id}`)).status).toBe(404);
  });
});
