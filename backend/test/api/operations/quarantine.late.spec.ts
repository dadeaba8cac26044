import path from 'node:path';
import { type Footnote, ExportedData } from '../../../src/api/account/exported-data.service.js';
import type { TimelineLine } from '../../../src/api/account/timeline.controller.js';
import type { HealthReport } from '../../../src/api/health/kernel-health.js';
import type { BlockedPicture } from '../../../src/api/photos/blocked-pictures.controller.js';
import type { AdminAppeal } from '../../../src/api/review/decisions.contract.js';
import type { NextReview, ReviewItem } from '../../../src/api/review/reviews.contract.js';
import { operatorCommands } from '../../../src/control/operator-commands.js';
import { ALL_ADMINS, AdminRoles } from '../../../src/domain/admin/admin-roles.js';
import { PictureBlock } from '../../../src/domain/moderation/blocked-picture.js';
import { openSqlite } from '../../../src/infrastructure/sqlite/sqlite.js';
import { Projector } from '../../../src/kernel/views/projector.js';
import { LeaderboardReader } from '../../../src/projections/leaderboard/leaderboard.reader.js';
import type { Post } from '../../../src/projections/leaderboard/shown-posts.js';
import { projections } from '../../../src/projections/projections.js';
import { adminBrowser, useAdmin } from '../../support/admins.js';
import { type RunningApp, startApp, unique, useOwnApp } from '../../support/app.js';
import { EMBEDDED } from '../../support/backups.js';
import { DESK } from '../../support/desk.js';
import { EventStoreStandIn } from '../../support/eventstore/stand-in.js';
import { joining, usePerson, verified } from '../../support/people.js';
import { commentOn, publishPost, send } from '../../support/posts.js';
import { settled } from '../../support/settled.js';
import { METADATA } from '../../support/test-kernel.js';

const app = useOwnApp('damages streams');
const bob = usePerson(app, 'bob');
const join = joining(app, 'person');
const projector = () => app.server.get(Projector, { strict: false });
const health = async () => (await app.browser().get<HealthReport>('/health')).body;
const boardOf = async (site: RunningApp, address = '/api/posts?limit=100') =>
  (await site.browser().get<Post[]>(address)).body.map(({ id }) => id);
const statusOf = async (address: string) => (await app.browser().get(address)).status;

/** Writes an event of a newer program, as it remains in the log after a rollback. Returns its position. */
const newer = async (stream: string, type = 'SomethingNew', version = 1, data: object = {}) => {
  const event = { id: crypto.randomUUID(), type, data, metadata: { ...METADATA, version } };
  const { log, quarantine } = app.adapters.storage;
  const { position } = await log.append(stream, 'any', [event]);
  await settled(app);
  expect(quarantine.has(stream)).toBe(true);
  return position;
};

describe('an event that this program cannot decode', () => {
  let ann: Awaited<ReturnType<typeof join>>;
  let posts: { ann: string; bob: string };
  beforeEach(async () => {
    ann = await join();
    posts = { ann: await publishPost(app, ann.user.id, 7), bob: await publishPost(app, bob.id, 5) };
  });
  /** Stores a picture for a post. Returns its address. */
  const pictureOf = async (postId: string) => {
    const files = { 320: Buffer.from('a'), 640: Buffer.from('b'), 1280: Buffer.from('c') };
    await app.adapters.images.put(postId, files);
    const picture = `/images/${postId}/320.webp`;
    expect(await statusOf(picture)).toBe(200);
    return picture;
  };
  /** Checks that other users sign in, publish, like, comment and rate as before. */
  const othersAreUnaffected = async () => {
    expect(await statusOf('/health/ready')).toBe(200);
    expect((await app.browser().login(bob.email)).status).toBe(200);
    const { browser: eve, user } = await join();
    expect((await eve.like(posts.bob)).status).toBe(200);
    expect((await eve.comment(posts.bob, 'A calm picture.')).status).toBe(201);
    const fresh = await publishPost(app, user.id, 6);
    expect(await boardOf(app)).toContain(fresh);
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
    const before = new Map((await health()).views.map((view) => [view.name, view.incompleteSince]));
    const position = await newer(`post-${posts.ann}`, type, version, { postId: posts.ann });

    const report = await health();
    expect(report).toMatchObject({ status: 'degraded', problems: [] });
    expect(report.quarantine).toContainEqual(expect.objectContaining({ type, events: 1, first: position }));
    const isIncomplete = report.views.find(({ name }) => name === 'leaderboard')?.incompleteSince;
    expect(isIncomplete).toBe(type === 'PostDeleted' ? position : null);
    for (const { name, incompleteSince } of report.views) {
      expect([before.get(name), type === 'PostDeleted' ? position : null]).toContain(incompleteSince);
    }

    for (const address of ['/api/posts?limit=100', '/api/posts?limit=100&sort=top']) {
      const ids = await boardOf(app, address);
      expect([ids.includes(posts.ann), ids.includes(posts.bob)]).toEqual([false, true]);
    }
    const { body: week } = await app.browser().get<{ posts: Post[] }>('/api/leaderboard/weekly?limit=100');
    const ofWeek = new Set(week.posts.map(({ id }) => id));
    expect([ofWeek.has(posts.ann), ofWeek.has(posts.bob)]).toEqual([false, true]);
    const news = await app.server.get(LeaderboardReader).live([posts.ann, posts.bob]);
    expect(news.map(({ id }) => id)).toEqual([posts.bob]);
    for (const address of ['', '/rank', '/card.png']) {
      expect(await statusOf(`/api/posts/${posts.ann}${address}`)).toBe(404);
    }
    expect(await statusOf(picture)).toBe(503);
    expect(await statusOf(`/api/posts/${posts.ann}/comments`)).not.toBe(200);
    const { body: profile } = await app.browser().get<object>(`/api/users/${ann.user.id}`);
    expect(JSON.stringify(profile)).not.toContain(posts.ann);

    expect((await ann.browser.deletePost(posts.ann)).status).toBe(503);
    const ofStream = app.adapters.storage.quarantine
      .all()
      .filter(({ stream }) => stream === `post-${posts.ann}`);
    expect(ofStream).toMatchObject([{ position, type, since: app.clock.now().toISOString() }]);
    await othersAreUnaffected();
    expect((await ann.browser.like(posts.bob)).status).toBe(200);
  });

  it('in an account hides the person with their posts and comments, and blocks only their commands', async () => {
    const commentId = await commentOn(app, posts.bob, ann.user.id);
    const picture = await pictureOf(posts.ann);
    await newer(`account-${ann.user.id}`, 'AccountFramed');
    expect(await statusOf(picture)).toBe(503);
    expect(await statusOf(`/api/users/${ann.user.id}`)).toBe(404);
    expect(await boardOf(app)).not.toContain(posts.ann);
    expect((await app.browser().comments(posts.bob)).body.map(({ id }) => id)).not.toContain(commentId);
    expect((await ann.browser.changeProfile({ displayUsername: 'Annabel' })).status).toBe(503);
    expect((await bob.deletePost(posts.bob)).status).toBe(200);
  });

  it('leaves site, views, rebuild, restart and a retry with the same program as they are', async () => {
    await newer('post-odd', 'PostPublished');
    await newer('account-odd', 'AccountDeleted');
    await newer(`post-${posts.ann}`, 'PostPublished');
    await othersAreUnaffected();
    const head = await app.adapters.storage.log.head();
    const standing = async () =>
      (await health()).views.map(({ name, state, lag, error }) => ({ name, state, lag, error }));
    const atTheEnd = projections.map(({ name }) => ({ name, state: 'live', lag: 0, error: null }));
    expect(await projector().views.reached(head, 'gathered view')).toBe(true);
    expect(await standing()).toEqual(atTheEnd);
    const { quarantine } = await health();
    expect(quarantine).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'PostPublished', events: 2 }),
        expect.objectContaining({ type: 'AccountDeleted', events: 1 }),
      ]),
    );
    await app.restart();
    await projector().rebuild(projections.map(({ name }) => name));
    expect(await standing()).toEqual(atTheEnd);
    expect(await statusOf('/health/ready')).toBe(200);
    expect(await boardOf(app)).not.toContain(posts.ann);
    const retry = operatorCommands(app.server)['retry']?.([]);
    await expect(retry).rejects.toThrow(/0 events have left the quarantine, \d+ are left/);
    expect((await health()).quarantine).toEqual(quarantine);
  });
});

describe('an event in quarantine', () => {
  const olga = useAdmin(app, unique('olga'), 'owner');
  const moe = useAdmin(app, unique('moe'));
  const ann = usePerson(app, 'ann');

  /** Puts an event into quarantine. Returns what lists say in its place. */
  const quarantine = async (stream: string) => {
    const position = await newer(stream);
    return `This cannot be read at the moment: the event SomethingNew at position ${position} is in quarantine.`;
  };
  const flagged = () => publishPost(app, ann.id, 7, { moderationFlags: ['may show a face'] });
  const nextFor = async () =>
    (await moe.post<NextReview>(`${DESK}/queue/next`, { passed: [] })).body.item?.id;

  it('is one row of the review queue, without anything of the post, and is no post to review', async () => {
    const damaged = await flagged();
    app.clock.advance(1000);
    const intact = await flagged();
    const words = await quarantine(`post-${damaged}`);
    const { body } = await moe.get<ReviewItem[]>(`${DESK}/queue`);
    expect(body.find(({ id }) => id === damaged)).toMatchObject({
      unreadable: words,
      username: null,
      reasons: [],
      isPublic: false,
    });
    expect(body.find(({ id }) => id === intact)).toMatchObject({ unreadable: null, isOpen: true });
    expect(await nextFor()).toBe(intact);
    expect(await statusOf(`/api/posts/${damaged}`)).toBe(404);
    expect((await olga.details(damaged)).body).toMatchObject({ unreadable: words });
    expect((await olga.details(intact)).body).toMatchObject({ unreadable: null });

    // It does not keep the admin who has claimed a review from signing out.
    const other = await adminBrowser(app, unique('max'));
    const claimed = await flagged();
    expect((await other.claim(claimed)).status).toBeLessThan(300);
    await quarantine(`review-${claimed}`);
    expect((await other.signOut()).status).toBeLessThan(300);
    expect((await other.self()).status).toBe(401);
  });

  it('is one row of the appeals, which says so and cannot be decided', async () => {
    const posts = [await publishPost(app, ann.id, 7), await publishPost(app, ann.id, 7)];
    const actIds: string[] = [];
    for (const postId of posts) {
      const { body } = await moe.hide(postId, { reason: 'spam', note: 'Spam.' });
      actIds.push(body.actId ?? '');
      expect((await ann.appeal(body.actId, 'Look again.')).status).toBeLessThan(300);
    }
    const [damaged = '', intact] = actIds;
    const words = await quarantine(`appeal-${damaged}`);
    const appeals = async () => (await olga.get<AdminAppeal[]>(`${DESK}/appeals`)).body;
    const rowOf = async (actId: string | undefined) => (await appeals()).find(({ id }) => id === actId);
    expect(await rowOf(damaged)).toMatchObject({ text: words, refusal: words });
    expect(await rowOf(intact)).toMatchObject({ text: 'Look again.', refusal: null });
    const hidden = await quarantine(`post-${posts[1]}`);
    expect(await rowOf(intact)).toMatchObject({ text: hidden, imageUrl: null });
    expect((await ann.decisions()).body).toEqual([]);
  });

  it('is one row of the acts that need two people', async () => {
    const ask = async () =>
      (
        await olga.delete<{ id: string }>(`${DESK}/users/${(await join()).user.id}`, {
          reason: 'abuse',
          note: 'Again and again.',
        })
      ).body.id;
    const [damaged, intact] = [await ask(), await ask()];
    const words = await quarantine(`proposal-${damaged}`);
    const { body } = await olga.get<{ id: string }[]>(`${DESK}/proposals`);
    expect(body.find(({ id }) => id === damaged)).toMatchObject({ problem: words, note: null });
    expect(body.find(({ id }) => id === intact)).toMatchObject({ problem: null, note: 'Again and again.' });
  });

  it('is one row of the block list', async () => {
    const hashes = ['a', 'b'].map((digit) => digit.repeat(64));
    for (const imageHash of hashes) {
      const block = {
        imageHash,
        perceptualHash: imageHash.slice(0, 16),
        copyHashes: [],
        postId: await publishPost(app, ann.id, 7),
        actId: crypto.randomUUID(),
        reason: 'explicit',
      };
      await send(app, PictureBlock.BlockPicture(block as never));
    }
    const words = await quarantine(`blockedPicture-${hashes[0]}`);
    const { body } = await moe.get<BlockedPicture[]>(`${DESK}/blocked-pictures`);
    const notesOf = (hash?: string) => body.find(({ imageHash }) => imageHash === hash)?.notes;
    expect(notesOf(hashes[0])).toMatchObject([{ note: words }]);
    expect(notesOf(hashes[1])).toEqual([]);
  });

  it('is left out of the timeline of a person, and is named in the export', async () => {
    const { browser, user } = await join();
    const postId = await publishPost(app, user.id, 7);
    const { body: comment } = await browser.comment(postId, 'What a toe.');
    await quarantine(`comment-${comment.id}`);
    const typesShown = async () => {
      const { status, body } = await browser.get<TimelineLine[]>('/api/user/timeline');
      expect(status).toBe(200);
      return body.map(({ type }) => type);
    };
    expect(await typesShown()).toEqual(expect.arrayContaining(['CommentPosted', 'PostPublished']));
    const { record } = await app.server.get(ExportedData, { strict: false }).of(user.id);
    const { unreadable, posts }: Footnote = record;
    expect(unreadable).toMatchObject([{ type: 'SomethingNew' }]);
    expect(posts).toHaveLength(1);
    await quarantine(`post-${postId}`);
    expect(await typesShown()).not.toContain('PostPublished');
  });

  it('in the login of an admin is one row of the admins, and keeps nobody else out', async () => {
    const otto = await adminBrowser(app, unique('otto'), 'owner');
    const { id } = (await otto.self()).body;
    const words = await quarantine(`admin-${id}`);
    const { body } = await olga.admins();
    expect(body.find((admin) => admin.id === id)).toMatchObject({ username: words, role: 'owner' });
    expect((await otto.self()).status).toBe(503);
    expect((await olga.get(`${DESK}/audit`)).status).toBe(200);
  });

  it('about roles closes the back office with a message, and nothing else', async () => {
    const username = unique('otto');
    await adminBrowser(app, username);
    await quarantine(`${AdminRoles.category}-${ALL_ADMINS}`);
    const answer = await olga.get<{ message: string }>(`${DESK}/me`);
    expect(answer).toMatchObject({ status: 503, body: { code: 'roles_unreadable' } });
    expect(answer.body.message).toContain('docs/operations.md');
    expect(await app.desk().signIn(username)).toMatchObject({
      status: 503,
      body: { code: 'roles_unreadable' },
    });
    expect((await (await join()).browser.like(await publishPost(app, ann.id, 7))).status).toBe(200);
  });
});

describe('a damaged payload', () => {
  it('in SQLite is quarantined by the next rebuild, which runs in its own process', async () => {
    const site = await startApp({ storage: EMBEDDED });
    const { browser, user } = await verified(site, 'ann@example.org');
    const [damaged, intact] = [await publishPost(site, user.id, 7), await publishPost(site, user.id, 5)];
    const [event] = await site.adapters.storage.log.readStream(`post-${damaged}`);
    await site.server.close();
    const file = openSqlite(path.join(site.dataDir, 'events.db'), { durability: 'full' });
    file.prepare('UPDATE events SET data = ? WHERE stream = ?').run('{"postId":', `post-${damaged}`);
    file.close();

    await using again = await startApp({ storage: EMBEDDED, dataDir: site.dataDir });
    await again.server.get(Projector, { strict: false }).rebuild(['leaderboard']);
    expect(await boardOf(again)).toEqual([intact]);
    const ann = again.browser();
    for (const [name, value] of browser.cookies) ann.cookies.set(name, value);
    expect((await ann.deletePost(damaged)).status).toBe(503);
    const { body: report } = await again.browser().get<HealthReport>('/health');
    expect(report).toMatchObject({
      status: 'degraded',
      quarantine: [{ type: 'PostPublished', events: 1 }],
    });
    const board = report.views.find(({ name }) => name === 'leaderboard');
    expect(board).toMatchObject({ state: 'live', incompleteSince: event?.position });
    expect((await again.browser().get('/health/ready')).status).toBe(200);
  });

  it('in EventStoreDB is quarantined, and other users are not affected', async () => {
    const standIn = await EventStoreStandIn.start();
    const storage = { env: { EVENTSTORE_URL: standIn.url }, stop: () => standIn.stop() };
    await using site = await startApp({ storage });
    const { user } = await verified(site, 'ann@example.org');
    const [damaged, intact] = [await publishPost(site, user.id, 7), await publishPost(site, user.id, 5)];
    const bytes = new TextEncoder();
    const event = { id: crypto.randomUUID(), type: 'PostDeleted', contentType: 'application/json' };
    standIn.database.append(`post-${damaged}`, 'any', [
      { ...event, data: bytes.encode('{"postId":'), metadata: bytes.encode('{') },
    ]);
    await settled(site);
    expect(site.adapters.storage.quarantine.isEmpty).toBe(false);
    expect(await boardOf(site)).toEqual([intact]);
    expect((await site.browser().get('/health/ready')).status).toBe(200);
    expect((await site.browser().get('/health')).body).toMatchObject({ status: 'degraded' });
    expect((await verified(site, 'bob@example.org')).user.emailVerified).toBe(true);
  });
});
