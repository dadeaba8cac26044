import path from 'node:path';
import { openSqlite } from '../../src/infrastructure/sqlite/sqlite.js';
import { operatorCommands } from '../../src/control/operator-commands.js';
import type { HealthReport } from '../../src/api/health/kernel-health.js';
import { Projector } from '../../src/kernel/views/projector.js';
import { LeaderboardReader } from '../../src/projections/leaderboard/leaderboard.reader.js';
import { projections } from '../../src/projections/projections.js';
import type { Post } from '../../src/projections/leaderboard/shown-posts.js';
import { type RunningApp, startApp, useOwnApp } from '../support/app.js';
import { registered, verified, usePerson } from '../support/people.js';
import { commentOn, publishPost } from '../support/posts.js';
import { settled } from '../support/settled.js';
import { type Visitor } from '../support/visitor.js';
import { EventStoreStandIn } from '../support/eventstore/stand-in.js';
import { METADATA } from '../support/test-kernel.js';

/** The session of the same person at the new address of the server. */
function browserOf(app: RunningApp, before: Visitor): Visitor {
  const browser = app.browser();
  for (const [name, value] of before.cookies) browser.cookies.set(name, value);
  return browser;
}

describe('an event that this program cannot decode', () => {
  const app = useOwnApp('not shared yet', { per: 'test' });
  const emails = { ann: 'ann@example.org', bob: 'bob@example.org' };
  const ann = usePerson(app, emails.ann);
  const bob = usePerson(app, emails.bob);
  let posts: { ann: string; bob: string };
  beforeEach(async () => {
    posts = { ann: await publishPost(app, ann.user.id, 7), bob: await publishPost(app, bob.user.id, 5) };
  });
  /** Writes an event of a newer program, as it remains in the log after a rollback. */
  const newer = async (stream: string, type: string, version = 1, data: object = {}) => {
    const event = { id: crypto.randomUUID(), type, data, metadata: { ...METADATA, version } };
    const { position } = await app.adapters.storage.log.append(stream, 'any', [event]);
    await settled(app);
    expect(app.adapters.storage.quarantine.has(stream)).toBe(true);
    return position;
  };
  const health = async () => (await app.browser().get<HealthReport>('/health')).body;
  const board = async (address = '/api/posts') =>
    (await app.browser().get<Post[]>(address)).body.map(({ id }) => id);
  const statusOf = async (address: string, browser = app.browser()) => (await browser.get(address)).status;

  /** Stores a picture for a post. Returns its address. */
  const pictureOf = async (postId: string) => {
    const files = { 320: Buffer.from('a'), 640: Buffer.from('b'), 1280: Buffer.from('c') };
    await app.adapters.images.put(postId, files);
    return `/images/${postId}/320.webp`;
  };

  /** Checks that other users sign in, publish, like, comment and rate as before. */
  const othersAreUnaffected = async () => {
    expect(await statusOf('/health/ready')).toBe(200);
    const login = await app.browser().login(emails.bob);
    expect(login.status).toBe(200);
    const eve = await verified(app, `eve.${crypto.randomUUID()}@example.org`);
    expect((await eve.browser.like(posts.bob)).status).toBe(200);
    const commented = await eve.browser.comment(posts.bob, 'A calm picture.');
    expect(commented.status).toBe(201);
    const fresh = await publishPost(app, eve.user.id, 6);
    expect(await board()).toContain(fresh);
    expect((await app.browser().viewPost(posts.bob)).body).toMatchObject({
      likesCount: 1,
      commentsCount: 1,
    });
  };

  it.each([
    ['of an unknown type', 'PostFramed', 1],
    ['of an unknown version', 'PostDeleted', 9],
  ])('%s hides the post of its stream, and nothing else', async (_, type, version) => {
    await commentOn(app, posts.ann, ann.user.id);
    const picture = await pictureOf(posts.ann);
    expect(await statusOf(picture)).toBe(200);
    const position = await newer(`post-${posts.ann}`, type, version, { postId: posts.ann });

    const report = await health();
    expect(report).toMatchObject({
      status: 'degraded',
      problems: [],
      quarantine: [{ type, events: 1, first: position }],
    });
    const incomplete = report.views.filter(({ incompleteSince }) => incompleteSince !== null);
    expect(incomplete.every(({ incompleteSince }) => incompleteSince === position)).toBe(true);
    expect(incomplete.some(({ name }) => name === 'leaderboard')).toBe(type === 'PostDeleted');

    expect(await board()).toEqual([posts.bob]);
    expect(await board('/api/posts?sort=top')).toEqual([posts.bob]);
    const { body: week } = await app.browser().get<{ posts: Post[] }>('/api/leaderboard/weekly');
    expect(week.posts.map(({ id }) => id)).toEqual([posts.bob]);
    const news = await app.server.get(LeaderboardReader).live([posts.ann, posts.bob]);
    expect(news.map(({ id }) => id)).toEqual([posts.bob]);
    for (const address of ['', '/rank', '/card.png']) {
      expect(await statusOf(`/api/posts/${posts.ann}${address}`)).toBe(404);
    }
    expect(await statusOf(picture)).toBe(503);
    expect(await statusOf(`/api/posts/${posts.ann}/comments`)).not.toBe(200);
    const { body: profile } = await app.browser().get<object>(`/api/users/${ann.user.id}`);
    expect(JSON.stringify(profile)).not.toContain(posts.ann);

    expect((await ann.deletePost(posts.ann)).status).toBe(503);
    await othersAreUnaffected();
    expect((await ann.like(posts.bob)).status).toBe(200);
  });

  it('in an account hides the person with their posts and comments, and blocks only their commands', async () => {
    await commentOn(app, posts.bob, ann.user.id);
    const picture = await pictureOf(posts.ann);
    expect(await statusOf(picture)).toBe(200);
    await newer(`account-${ann.user.id}`, 'AccountFramed');
    expect(await statusOf(picture)).toBe(503);

    expect(await statusOf(`/api/users/${ann.user.id}`)).toBe(404);
    expect(await board()).toEqual([posts.bob]);
    expect((await app.browser().comments(posts.bob)).body).toEqual([]);
    const change = { displayUsername: 'Annabel' };
    expect((await ann.changeProfile(change)).status).toBe(503);
    expect((await bob.deletePost(posts.bob)).status).toBe(200);
  });

  it('for lack of fields leaves site, views, rebuild and restart as they are', async () => {
    await newer('post-odd', 'PostPublished');
    await newer('account-odd', 'AccountDeleted');
    await newer(`post-${posts.ann}`, 'PostPublished');
    await othersAreUnaffected();
    const head = await app.adapters.storage.log.head();
    const standing = async () =>
      (await health()).views.map(({ name, state, lag, error }) => ({ name, state, lag, error }));
    const atTheEnd = projections.map(({ name }) => ({ name, state: 'live', lag: 0, error: null }));
    const projector = () => app.server.get(Projector, { strict: false });
    expect(await projector().views.reached(head, 'gathered view')).toBe(true);
    expect(await standing()).toEqual(atTheEnd);
    await app.restart();
    await projector().rebuild(projections.map(({ name }) => name));
    expect(await standing()).toEqual(atTheEnd);
    expect(await statusOf('/health/ready')).toBe(200);
    expect(await board()).not.toContain(posts.ann);
    const counts = (await health()).quarantine.map(({ type, events }) => [type, events] as const);
    expect(new Map(counts)).toEqual(
      new Map([
        ['PostPublished', 2],
        ['AccountDeleted', 1],
      ]),
    );
  });

  it('is listed in quarantine once, however often its stream is read', async () => {
    const position = await newer(`post-${posts.ann}`, 'PostFramed');
    await app.browser().viewPost(posts.ann);
    await ann.deletePost(posts.ann);
    expect(app.adapters.storage.quarantine.all()).toMatchObject([
      { position, stream: `post-${posts.ann}`, type: 'PostFramed', since: app.clock.now().toISOString() },
    ]);
  });

  it('stays in quarantine after a restart and a retry with the same program', async () => {
    await newer(`post-${posts.ann}`, 'PostFramed');
    await app.restart();
    expect(await board()).toEqual([posts.bob]);
    const commands = operatorCommands(app.server);
    await expect(commands['retry']?.([])).rejects.toThrow('0 events have left the quarantine, 1 are left');
    expect(await health()).toMatchObject({ status: 'degraded', quarantine: [{ type: 'PostFramed' }] });
    expect((await registered(app, 'zoe@example.org')).user.id).toBeDefined();
  });
});

describe('a damaged payload', () => {
  it('in SQLite is quarantined by the next rebuild, which runs in its own process', async () => {
    const storage = { env: {}, stop: async () => undefined };
    let app = await startApp({ storage });
    try {
      const { browser, user } = await verified(app, 'ann@example.org');
      const [damaged, intact] = [await publishPost(app, user.id, 7), await publishPost(app, user.id, 5)];
      const [event] = await app.adapters.storage.log.readStream(`post-${damaged}`);
      await app.server.close();
      const file = openSqlite(path.join(app.dataDir, 'events.db'), { durability: 'full' });
      file.prepare('UPDATE events SET data = ? WHERE stream = ?').run('{"postId":', `post-${damaged}`);
      file.close();

      app = await startApp({ storage, dataDir: app.dataDir });
      await app.server.get(Projector, { strict: false }).rebuild(['leaderboard']);
      const { body } = await app.browser().get<Post[]>('/api/posts');
      expect(body.map(({ id }) => id)).toEqual([intact]);
      expect((await browserOf(app, browser).deletePost(damaged)).status).toBe(503);
      const { body: health } = await app.browser().get<HealthReport>('/health');
      expect(health).toMatchObject({
        status: 'degraded',
        quarantine: [{ type: 'PostPublished', events: 1 }],
      });
      const board = health.views.find(({ name }) => name === 'leaderboard');
      expect(board).toMatchObject({ state: 'live', incompleteSince: event?.position });
      expect((await app.browser().get('/health/ready')).status).toBe(200);
    } finally {
      await app.stop();
    }
  });

  it('in EventStoreDB is quarantined, and other users are not affected', async () => {
    const standIn = await EventStoreStandIn.start();
    const storage = { env: { EVENTSTORE_URL: standIn.url }, stop: () => standIn.stop() };
    await using app = await startApp({ storage });
    const { user } = await verified(app, 'ann@example.org');
    const [damaged, intact] = [await publishPost(app, user.id, 7), await publishPost(app, user.id, 5)];
    const bytes = new TextEncoder();
    const event = { id: crypto.randomUUID(), type: 'PostDeleted', contentType: 'application/json' };
    standIn.database.append(`post-${damaged}`, 'any', [
      { ...event, data: bytes.encode('{"postId":'), metadata: bytes.encode('{') },
    ]);
    await settled(app);
    expect(app.adapters.storage.quarantine.isEmpty).toBe(false);
    const { body } = await app.browser().get<Post[]>('/api/posts');
    expect(body.map(({ id }) => id)).toEqual([intact]);
    expect((await app.browser().get('/health/ready')).status).toBe(200);
    expect((await app.browser().get('/health')).body).toMatchObject({ status: 'degraded' });
    expect((await verified(app, 'bob@example.org')).user.emailVerified).toBe(true);
  });
});
