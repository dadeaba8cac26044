import type { Footnote } from '../../src/api/account/footnote-file.js';
import type { Act } from '../../src/api/moderation/act.js';
import type { ModeratedPost } from '../../src/api/moderation/moderated-post.js';
import type { AdminPostDetails } from '../../src/api/moderation/post-details.js';
import type { AdminPost } from '../../src/projections/moderated-posts/shown-moderated-posts.js';
import { RemovedPosts } from '../../src/reactions/removed-posts.js';
import { newAdmin, signedInAdmin } from '../support/admins.js';
import { type RunningApp, startApp } from '../support/app.js';
import type { Browser } from '../support/browser.js';
import { deleteDue, erased, leave } from '../support/erasure.js';
import { eventually } from '../support/eventually.js';
import { freeze } from '../support/frozen-view.js';
import { joining } from '../support/people.js';
import { jpegPhoto } from '../support/photos.js';
import { commentOn } from '../support/posts.js';
import { settled } from '../support/settled.js';
import { unzipped } from '../support/zip.js';

const DAY = 86_400_000;
const DESK = '/api/rtm-sys';
const HOLD = { reason: 'minor', note: 'Reported to the police.' };
const BECAUSE = { reason: 'It is legal.' };

describe('a post under legal hold', () => {
  let app: RunningApp;
  let moderator: Browser;
  let owner: Browser;
  let seed = 400;
  const join = joining(() => app, 'person');

  beforeAll(async () => {
    app = await startApp();
    await newAdmin(app, 'moe', 'moderator');
    await newAdmin(app, 'olga', 'owner');
    await signIn();
  });
  afterAll(() => app.stop());

  /** A session of an admin ends after half an hour without use. */
  const signIn = async () => {
    moderator = await signedInAdmin(app, 'moe');
    owner = await signedInAdmin(app, 'olga');
  };
  const later = async (milliseconds: number) => {
    app.clock.advance(milliseconds);
    await signIn();
  };
  const posted = async () => {
    const author = await join();
    const photo = await jpegPhoto((seed += 1));
    const { status, body } = await author.browser.upload<{ id: string }>('/api/posts/publish-direct', photo);
    expect(status).toBe(201);
    return { author, photo, postId: body.id };
  };
  const escalate = (postId: string, by = moderator) =>
    by.post<ModeratedPost>(`${DESK}/posts/${postId}/escalate`, HOLD);
  const held = async () => {
    const made = await posted();
    const { status, body } = await escalate(made.postId);
    expect([status, body.status]).toEqual([200, 'escalated']);
    return { ...made, actId: body.actId };
  };
  const lift = (actId: string | null, by = owner) => by.post(`${DESK}/acts/${actId}/undo`, BECAUSE);
  const statusOf = async (browser: Browser, address: string) => (await browser.get(address)).status;
  const hasFiles = (postId: string) => app.adapters.images.exists(postId);
  /** Whether a list of the back office, and its file, have a row about the post. */
  const listed = async (browser: Browser, path: string, postId: string) => {
    const sign = path.includes('?') ? '&' : '?';
    const { headers, body } = await browser.get<object[]>(`${DESK}/${path}${sign}limit=100`);
    const file = await browser.get<string>(`${DESK}/${path}${sign}format=csv`);
    const has = JSON.stringify(body).includes(postId);
    expect({ path, inFile: file.body.includes(postId) }).toEqual({ path, inFile: has });
    return { has, count: Number(headers.get('x-total-count')) };
  };

  it('is seen by nobody on the site, not even by its author', async () => {
    const { author, postId } = await held();
    const visitor = app.browser();
    for (const browser of [visitor, author.browser]) {
      expect(await statusOf(browser, `/images/${postId}/640.webp`)).toBe(404);
      for (const part of ['', '/rank', '/comments', '/card.png']) {
        const status = await statusOf(browser, `/api/posts/${postId}${part}`);
        expect({ part, status }).toEqual({ part, status: 404 });
      }
    }
    for (const address of ['/api/posts', '/api/leaderboard/weekly', `/api/users/${author.user.id}`]) {
      expect(JSON.stringify((await visitor.get(address)).body)).not.toContain(postId);
    }
    expect((await author.browser.get('/api/user/posts')).body).toEqual([]);
    expect((await author.browser.post(`/api/posts/${postId}/comments`, { text: 'Mine.' })).status).toBe(404);
  });

  it('is in no list of decisions, no appeal and no export of its author', async () => {
    const { author, postId } = await posted();
    const hidden = await moderator.patch<ModeratedPost>(`${DESK}/posts/${postId}`, {
      isPublic: false,
      reason: 'spam',
    });
    await escalate(postId);
    expect((await author.browser.get('/api/user/decisions')).body).toEqual([]);
    const appeal = `/api/user/decisions/${hidden.body.actId}/appeal`;
    expect((await author.browser.post(appeal, { text: 'These are mine.' })).status).toBe(404);
    const cookie = [...author.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${app.url}/api/user/export`, { headers: { cookie } });
    const files = await unzipped(new Uint8Array(await answer.arrayBuffer()));
    const record = JSON.parse(files.get('footnote.json')?.toString() ?? '') as Footnote;
    expect([...files.keys()]).toEqual(['footnote.json']);
    const types = record.timeline.map(({ type }) => type);
    for (const type of ['PostEscalated', 'PostPublished', 'PhotoAdmitted']) expect(types).not.toContain(type);
    expect(record.posts).toEqual([]);
  });

  it('is out of the sight of moderators: details, pictures, lists, files and counts', async () => {
    const { author, postId } = await posted();
    const reporter = await join();
    const report = { reason: 'Look at this.', category: 'explicit' };
    expect((await reporter.browser.post(`/api/posts/${postId}/report`, report)).status).toBe(200);
    await commentOn(app, postId, author.user.id);
    const counts = async (by: Browser) =>
      (await by.get<Record<'posts' | 'reports' | 'queue', number>>(`${DESK}/counts`)).body;
    const [before, ofOwner] = [await counts(moderator), await counts(owner)];
    const paths = ['posts', 'posts?reported=true', 'reports', 'acts', 'comments'];
    const counted = await Promise.all(
      paths.map(async (path) => (await listed(moderator, path, postId)).count),
    );
    const { actId } = (await escalate(postId)).body;

    for (const [index, path] of paths.entries()) {
      const { has, count } = await listed(moderator, path, postId);
      const fewer = path === 'acts' ? 0 : 1;
      expect({ path, has, count }).toEqual({ path, has: false, count: (counted[index] ?? 0) - fewer });
      expect({ path, has: (await listed(owner, path, postId)).has }).toEqual({ path, has: true });
    }
    expect((await listed(moderator, 'posts?status=escalated', postId)).has).toBe(false);
    expect((await listed(owner, 'posts?status=escalated', postId)).has).toBe(true);
    expect((await listed(owner, 'posts?status=pending', postId)).has).toBe(false);
    expect(await counts(moderator)).toMatchObject({
      posts: before.posts - 1,
      reports: before.reports - 1,
      queue: before.queue - 1,
    });
    expect(await counts(owner)).toMatchObject({ posts: ofOwner.posts, reports: ofOwner.reports });

    for (const address of [
      `posts/${postId}`,
      ...[320, 640, 1280].map((width) => `pictures/${postId}/${width}.webp`),
    ]) {
      expect({ address, status: await statusOf(moderator, `${DESK}/${address}`) }).toEqual({
        address,
        status: 404,
      });
      expect({ address, status: await statusOf(owner, `${DESK}/${address}`) }).toEqual({
        address,
        status: 200,
      });
    }
    expect((await owner.get<AdminPostDetails>(`${DESK}/posts/${postId}`)).body).toMatchObject({
      status: 'escalated',
      isPublic: false,
      acts: [{ id: actId, kind: 'PostEscalated', ...HOLD, adminName: 'moe', undone: null }],
    });
  });

  it('takes the appeal of its author along: moderators neither see nor decide it', async () => {
    const { author, postId } = await posted();
    const hidden = await moderator.patch<ModeratedPost>(`${DESK}/posts/${postId}`, {
      isPublic: false,
      reason: 'spam',
    });
    const { actId } = hidden.body;
    const text = { text: 'These are my own feet.' };
    expect((await author.browser.post(`/api/user/decisions/${actId}/appeal`, text)).status).toBe(201);
    const waiting = async (by: Browser) => (await by.get<{ appeals: number }>(`${DESK}/counts`)).body.appeals;
    const before = await waiting(moderator);
    const hold = (await escalate(postId)).body.actId;
    expect((await listed(moderator, 'appeals', postId)).has).toBe(false);
    expect((await listed(owner, 'appeals', postId)).has).toBe(true);
    expect([await waiting(moderator), await waiting(owner)]).toEqual([before - 1, before]);
    expect(await statusOf(moderator, `${DESK}/appeals/${actId}`)).toBe(404);
    expect(await statusOf(owner, `${DESK}/appeals/${actId}`)).toBe(200);
    await newAdmin(app, 'mia', 'moderator');
    const mia = await signedInAdmin(app, 'mia');
    const granted = { granted: true, note: '' };
    expect((await mia.post(`${DESK}/appeals/${actId}/decide`, granted)).status).toBe(404);
    expect((await owner.post(`${DESK}/appeals/${actId}/decide`, granted)).status).toBe(200);
    expect(await statusOf(app.browser(), `/api/posts/${postId}`)).toBe(404);
    await lift(hold);
    expect(await statusOf(app.browser(), `/api/posts/${postId}`)).toBe(200);
  });

  it('cannot be decided about by moderators, who may repeat the escalation', async () => {
    const { postId, actId } = await held();
    const reporterId = crypto.randomUUID();
    const calls = [
      () => moderator.patch(`${DESK}/posts/${postId}`, { isPublic: true }),
      () => moderator.delete(`${DESK}/posts/${postId}`, { reason: 'spam' }),
      () => moderator.patch(`${DESK}/reports/${postId}-${reporterId}`, { status: 'dismissed' }),
      () => moderator.post(`${DESK}/reports/${postId}-${reporterId}/notes`, { text: 'Hm.' }),
      () => lift(actId, moderator),
    ];
    for (const call of calls) expect((await call()).status).toBe(404);
    expect((await escalate(postId)).body.actId).toBe(actId);
    expect((await owner.delete(`${DESK}/posts/${postId}`, { reason: 'minor' })).status).toBe(200);
    expect((await owner.get<AdminPost>(`${DESK}/posts/${postId}`)).body).toMatchObject({
      status: 'escalated',
      isRemoved: true,
    });
  });

  it('leaves the review queue, also for the admin who has claimed it', async () => {
    const { postId } = await posted();
    expect((await moderator.post(`${DESK}/queue/${postId}/claim`)).status).toBe(200);
    const { actId } = (await escalate(postId)).body;
    const inQueue = async () =>
      JSON.stringify((await moderator.get(`${DESK}/queue?limit=100`)).body).includes(postId);
    expect(await inQueue()).toBe(false);
    for (const browser of [moderator, owner]) {
      expect((await browser.post(`${DESK}/queue/${postId}/claim`)).status).toBe(404);
    }
    const decision = { decision: 'approve' };
    expect((await moderator.post(`${DESK}/queue/${postId}/decide`, decision)).status).toBe(404);
    await lift(actId);
    expect(await inQueue()).toBe(true);
    expect((await moderator.post(`${DESK}/queue/${postId}/decide`, decision)).status).toBe(200);
  });

  it('is not shown by a view that is behind', async () => {
    const { postId } = await posted();
    const thaw = freeze(app, 'moderated-posts');
    const thawQueue = freeze(app, 'review-queue');
    await escalate(postId);
    expect(await statusOf(moderator, `${DESK}/posts/${postId}`)).toBe(404);
    expect(await statusOf(moderator, `${DESK}/pictures/${postId}/640.webp`)).toBe(404);
    expect((await moderator.post(`${DESK}/queue/${postId}/claim`)).status).toBe(404);
    expect(JSON.stringify((await moderator.get(`${DESK}/queue?limit=100`)).body)).not.toContain(postId);
    thawQueue();
    thaw();
  });

  it('is as before once an owner lifts the hold, with a reason', async () => {
    const { author, postId } = await posted();
    const before = (await app.browser().get(`/api/posts/${postId}`)).body;
    const { actId } = (await escalate(postId)).body;
    expect((await owner.post(`${DESK}/acts/${actId}/undo`, {})).status).toBe(400);
    expect((await lift(actId)).status).toBe(200);
    expect((await app.browser().get(`/api/posts/${postId}`)).body).toEqual(before);
    expect(await statusOf(app.browser(), `/images/${postId}/640.webp`)).toBe(200);
    expect((await author.browser.get<object[]>('/api/user/posts')).body).toHaveLength(1);
    expect((await lift(actId)).status).toBe(200);
    const [act] = (await moderator.get<Act[]>(`${DESK}/acts?subject=${postId}`)).body;
    expect(act).toMatchObject({ id: actId, undone: { byName: 'olga', reason: 'It is legal.' } });
    expect((await escalate(postId)).body.actId).not.toBe(actId);
  });

  it('needs a reason, and a post', async () => {
    const { postId } = await posted();
    for (const body of [{}, { reason: 'boredom' }, { reason: 'other', note: ' ' }]) {
      expect((await moderator.post(`${DESK}/posts/${postId}/escalate`, body)).status).toBe(400);
    }
    expect((await escalate(crypto.randomUUID())).status).toBe(404);
  });

  it('keeps its picture off the site, out of the sight of moderators', async () => {
    const { author, photo, postId, actId } = await held();
    const blocked = async (by: Browser) =>
      JSON.stringify((await by.get(`${DESK}/blocked-pictures?limit=100`)).body).includes(postId);
    await eventually('the picture is blocked', () => blocked(owner));
    expect(await blocked(moderator)).toBe(false);
    const [entry] = (await owner.get<{ imageHash: string }[]>(`${DESK}/blocked-pictures`)).body;
    const address = `${DESK}/blocked-pictures/${entry?.imageHash}`;
    expect((await moderator.delete(address, { reason: 'quality' })).status).toBe(404);
    expect((await moderator.post(`${address}/notes`, { note: 'Why?' })).status).toBe(404);
    expect((await author.browser.upload('/api/upload', photo)).status).toBe(422);
    await lift(actId);
    await eventually('the picture can be uploaded', async () => !(await blocked(owner)));
  });

  it('keeps the files of a removed post for as long as it lasts', async () => {
    const { postId } = await posted();
    await moderator.delete(`${DESK}/posts/${postId}`, { reason: 'minor' });
    const { actId } = (await escalate(postId)).body;
    await later(31 * DAY);
    const removed = app.server.get(RemovedPosts, { strict: false });
    await removed.delete();
    await settled(app);
    expect(await hasFiles(postId)).toBe(true);
    expect((await lift(actId)).status).toBe(200);
    await settled(app);
    expect(await removed.delete()).toBe(1);
    await settled(app);
    expect(await hasFiles(postId)).toBe(false);
  });

  it('keeps the files when its author deletes it, until the hold is lifted', async () => {
    const { author, postId, actId } = await held();
    expect((await author.browser.delete(`/api/user/posts/${postId}`)).status).toBe(200);
    await settled(app);
    expect(await hasFiles(postId)).toBe(true);
    expect(await statusOf(owner, `${DESK}/pictures/${postId}/640.webp`)).toBe(200);
    expect((await owner.get<AdminPost>(`${DESK}/posts/${postId}`)).body).toMatchObject({ isDeleted: true });
    expect((await lift(actId)).status).toBe(200);
    await settled(app);
    expect(await hasFiles(postId)).toBe(false);
    expect(await statusOf(owner, `${DESK}/posts/${postId}`)).toBe(404);
  });

  it('keeps the files when its author leaves, until the hold is lifted', async () => {
    const { author, postId, actId } = await held();
    await leave(app, author.browser);
    await deleteDue(app);
    await erased(app, author.user.id);
    await signIn();
    expect(await hasFiles(postId)).toBe(true);
    const { body } = await owner.get<AdminPostDetails>(`${DESK}/posts/${postId}`);
    expect(body).toMatchObject({ isDeleted: true, username: null, acts: [{ note: HOLD.note }] });
    expect((await lift(actId)).status).toBe(200);
    await settled(app);
    expect(await hasFiles(postId)).toBe(false);
  });
});
