import type { Footnote } from '../../src/api/account/exported-data.service.js';
import { newAdmin, signedInAdmin } from '../support/admins.js';
import type { Browser } from '../support/browser.js';
import { DESK } from '../support/desk.js';
import { freeze } from '../support/frozen-view.js';
import { HOLD, HoldDesk } from '../support/legal-hold.js';
import { commentOn } from '../support/posts.js';
import { unzipped } from '../support/zip.js';

describe('a post under legal hold', () => {
  let desk: HoldDesk;
  beforeAll(async () => {
    desk = await HoldDesk.open();
  });
  afterAll(() => desk.app.stop());

  it('is seen by nobody on the site, not even by its author', async () => {
    const { author, postId } = await desk.held();
    const visitor = desk.app.browser();
    for (const browser of [visitor, author.browser]) {
      expect(await desk.statusOf(browser, `/images/${postId}/640.webp`)).toBe(404);
      for (const part of ['', '/rank', '/comments', '/card.png']) {
        const status = await desk.statusOf(browser, `/api/posts/${postId}${part}`);
        expect({ part, status }).toEqual({ part, status: 404 });
      }
    }
    for (const address of ['/api/posts', '/api/leaderboard/weekly', `/api/users/${author.user.id}`]) {
      expect(JSON.stringify((await visitor.get(address)).body)).not.toContain(postId);
    }
    expect((await author.browser.get('/api/user/posts')).body).toEqual([]);
    expect((await author.browser.comment(postId, 'Mine.')).status).toBe(404);
    expect((await author.browser.get(`/api/posts/${postId}/history`)).status).toBe(404);
  });

  it('is in no list of decisions, no appeal and no export of its author', async () => {
    const { author, postId } = await desk.posted();
    const { body: act } = await desk.moderator.hide(postId);
    await desk.escalate(postId);
    expect((await author.browser.decisions()).body).toEqual([]);
    const appeal = `/api/user/decisions/${act.actId}/appeal`;
    expect((await author.browser.post(appeal, { text: 'These are mine.' })).status).toBe(404);
    const cookie = [...author.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${desk.app.url}/api/user/export`, { headers: { cookie } });
    const files = await unzipped(new Uint8Array(await answer.arrayBuffer()));
    const record = JSON.parse(files.get('footnote.json')?.toString() ?? '') as Footnote;
    expect([...files.keys()]).toEqual(['footnote.json']);
    const types = new Set(record.timeline.map(({ type }) => type));
    const hidden = ['PostEscalated', 'PostPublished', 'PhotoAdmitted', 'PicturePublished'];
    expect(hidden.filter((type) => types.has(type))).toEqual([]);
    const { body: lines } = await author.browser.get('/api/user/timeline');
    expect(JSON.stringify([record.timeline, lines])).not.toContain(postId);
    expect(record.posts).toEqual([]);
  });

  it('is out of the sight of moderators: details, pictures, lists, files and counts', async () => {
    const { author, postId } = await desk.posted();
    const reporter = await desk.join();
    const report = { reason: 'Look at this.', category: 'explicit' };
    expect((await reporter.browser.report(postId, report)).status).toBe(200);
    await commentOn(desk.app, postId, author.user.id);
    const counts = async (by: Browser) =>
      (await by.get<Record<'posts' | 'reports' | 'queue', number>>(`${DESK}/counts`)).body;
    const [before, ofOwner] = [await counts(desk.moderator), await counts(desk.owner)];
    const paths = ['posts', 'posts?reported=true', 'reports', 'acts', 'comments'];
    const counted = await Promise.all(
      paths.map(async (path) => (await desk.listed(desk.moderator, path, postId)).count),
    );
    const { actId } = (await desk.escalate(postId)).body;

    for (const [index, path] of paths.entries()) {
      const { has, count } = await desk.listed(desk.moderator, path, postId);
      const fewer = path === 'acts' ? 0 : 1;
      expect({ path, has, count }).toEqual({ path, has: false, count: (counted[index] ?? 0) - fewer });
      expect({ path, has: (await desk.listed(desk.owner, path, postId)).has }).toEqual({ path, has: true });
    }
    expect((await desk.listed(desk.moderator, 'posts?status=escalated', postId)).has).toBe(false);
    expect((await desk.listed(desk.owner, 'posts?status=escalated', postId)).has).toBe(true);
    expect((await desk.listed(desk.owner, 'posts?status=pending', postId)).has).toBe(false);
    expect(await counts(desk.moderator)).toMatchObject({
      posts: before.posts - 1,
      reports: before.reports - 1,
      queue: before.queue - 1,
    });
    expect(await counts(desk.owner)).toMatchObject({ posts: ofOwner.posts, reports: ofOwner.reports });

    for (const address of [
      `posts/${postId}`,
      ...[320, 640, 1280].map((width) => `pictures/${postId}/${width}.webp`),
    ]) {
      expect({ address, status: await desk.statusOf(desk.moderator, `${DESK}/${address}`) }).toEqual({
        address,
        status: 404,
      });
      expect({ address, status: await desk.statusOf(desk.owner, `${DESK}/${address}`) }).toEqual({
        address,
        status: 200,
      });
    }
    expect((await desk.owner.details(postId)).body).toMatchObject({
      status: 'escalated',
      isPublic: false,
      acts: [{ id: actId, kind: 'PostEscalated', ...HOLD, adminName: 'moe', undone: null }],
    });
  });

  it('takes the appeal of its author along: moderators neither see nor decide it', async () => {
    const { author, postId } = await desk.posted();
    const hidden = await desk.moderator.hide(postId);
    const { actId } = hidden.body;
    const text = { text: 'These are my own feet.' };
    expect((await author.browser.post(`/api/user/decisions/${actId}/appeal`, text)).status).toBe(201);
    const waiting = async (by: Browser) => (await by.get<{ appeals: number }>(`${DESK}/counts`)).body.appeals;
    const before = await waiting(desk.moderator);
    const hold = (await desk.escalate(postId)).body.actId;
    expect((await desk.listed(desk.moderator, 'appeals', postId)).has).toBe(false);
    expect((await desk.listed(desk.owner, 'appeals', postId)).has).toBe(true);
    expect([await waiting(desk.moderator), await waiting(desk.owner)]).toEqual([before - 1, before]);
    expect(await desk.statusOf(desk.moderator, `${DESK}/appeals/${actId}`)).toBe(404);
    expect(await desk.statusOf(desk.owner, `${DESK}/appeals/${actId}`)).toBe(200);
    await newAdmin(desk.app, 'mia', 'moderator');
    const mia = await signedInAdmin(desk.app, 'mia');
    const granted = { granted: true, note: '' };
    expect((await mia.post(`${DESK}/appeals/${actId}/decide`, granted)).status).toBe(404);
    expect((await desk.owner.post(`${DESK}/appeals/${actId}/decide`, granted)).status).toBe(200);
    expect(await desk.statusOf(desk.app.browser(), `/api/posts/${postId}`)).toBe(404);
    await desk.lift(hold);
    expect(await desk.statusOf(desk.app.browser(), `/api/posts/${postId}`)).toBe(200);
  });

  it('cannot be decided about by moderators, who may repeat the escalation', async () => {
    const { postId, actId } = await desk.held();
    const reporterId = crypto.randomUUID();
    const calls = [
      () => desk.moderator.decide(postId, { isPublic: true }),
      () => desk.moderator.remove(postId),
      () => desk.moderator.decideReport(`${postId}-${reporterId}`, { status: 'dismissed' }),
      () => desk.moderator.post(`${DESK}/reports/${postId}-${reporterId}/notes`, { text: 'Hm.' }),
      () => desk.lift(actId, desk.moderator),
    ];
    for (const call of calls) expect((await call()).status).toBe(404);
    expect((await desk.escalate(postId)).body.actId).toBe(actId);
    expect((await desk.owner.remove(postId, { reason: 'minor' })).status).toBe(200);
    expect((await desk.owner.details(postId)).body).toMatchObject({
      status: 'escalated',
      isRemoved: true,
    });
  });

  it('leaves the review queue, also for the admin who has claimed it', async () => {
    const { postId } = await desk.posted();
    expect((await desk.moderator.claim(postId)).status).toBe(200);
    const { actId } = (await desk.escalate(postId)).body;
    const inQueue = async () =>
      JSON.stringify((await desk.moderator.get(`${DESK}/queue?limit=100`)).body).includes(postId);
    expect(await inQueue()).toBe(false);
    for (const browser of [desk.moderator, desk.owner]) {
      expect((await browser.claim(postId)).status).toBe(404);
    }
    const decision = { decision: 'approve' };
    expect((await desk.moderator.review(postId, decision)).status).toBe(404);
    await desk.lift(actId);
    expect(await inQueue()).toBe(true);
    expect((await desk.moderator.review(postId, decision)).status).toBe(200);
  });

  it('is not shown by a view that is behind', async () => {
    const { postId } = await desk.posted();
    using _ = freeze(desk.app, 'moderated-posts', 'review-queue');
    await desk.escalate(postId);
    expect(await desk.statusOf(desk.moderator, `${DESK}/posts/${postId}`)).toBe(404);
    expect(await desk.statusOf(desk.moderator, `${DESK}/pictures/${postId}/640.webp`)).toBe(404);
    expect((await desk.moderator.claim(postId)).status).toBe(404);
    expect(JSON.stringify((await desk.moderator.get(`${DESK}/queue?limit=100`)).body)).not.toContain(postId);
  });

  it('is as before once an owner lifts the hold, with a reason', async () => {
    const { author, postId } = await desk.posted();
    const before = (await desk.app.browser().viewPost(postId)).body;
    const { actId } = (await desk.escalate(postId)).body;
    expect((await desk.owner.post(`${DESK}/acts/${actId}/undo`, {})).status).toBe(400);
    expect((await desk.lift(actId)).status).toBe(200);
    expect((await desk.app.browser().viewPost(postId)).body).toEqual(before);
    expect(await desk.statusOf(desk.app.browser(), `/images/${postId}/640.webp`)).toBe(200);
    expect((await author.browser.get<object[]>('/api/user/posts')).body).toHaveLength(1);
    expect((await desk.lift(actId)).status).toBe(200);
    const [act] = (await desk.moderator.actsOn(postId)).body;
    expect(act).toMatchObject({ id: actId, undone: { byName: 'olga', reason: 'It is legal.' } });
    expect((await desk.escalate(postId)).body.actId).not.toBe(actId);
  });

  it('needs a reason, and a post', async () => {
    const { postId } = await desk.posted();
    for (const body of [{}, { reason: 'boredom' }, { reason: 'other', note: ' ' }]) {
      expect((await desk.moderator.escalate(postId, body)).status).toBe(400);
    }
    expect((await desk.escalate(crypto.randomUUID())).status).toBe(404);
  });
});
