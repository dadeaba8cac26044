import type { NextReview, ReviewItem } from '../../../src/api/review/reviews.contract.js';
import { NOBODY } from '../../../src/domain/admin/person.js';
import { Post } from '../../../src/domain/post/post.js';
import { Report } from '../../../src/domain/report/report.js';
import { Reviews } from '../../../src/domain/review/review.js';
import { useAdmin } from '../../support/admins.js';
import { useOwnApp } from '../../support/app.js';
import { DESK, type Desk } from '../../support/desk.js';
import { usePerson } from '../../support/people.js';
import { publishPost, send } from '../../support/posts.js';
import { settled } from '../../support/settled.js';

const QUEUE = `${DESK}/queue`;
const HOUR = 3_600_000;
const MINUTE = 60_000;

describe('the review queue', () => {
  const app = useOwnApp('hands out all that waits');
  const moe = useAdmin(app, 'moe');
  const olga = useAdmin(app, 'olga', 'owner');
  const ann = usePerson(app, 'ann');
  const bob = usePerson(app, 'bob');
  const cleo = usePerson(app, 'cleo');
  const signIn = () => Promise.all([moe.signIn('moe'), olga.signIn('olga')]);
  beforeEach(signIn);

  const published: string[] = [];
  afterEach(async () => {
    for (const postId of published.splice(0))
      await send(app, Post.DeletePost({ postId, ownerId: ann.id, because: 'owner' }));
    await settled(app);
  });
  const publish = async (changes: Parameters<typeof publishPost>[3] = {}) => {
    const postId = await publishPost(app, ann.id, 7, changes);
    published.push(postId);
    return postId;
  };
  const flagged = () => publish({ moderationFlags: ['may show a face'] });
  const next = async (desk: Desk, passed?: readonly string[]) =>
    (await desk.post<NextReview>(`${QUEUE}/next`, passed && { passed })).body.item?.id ?? null;
  const undo = (desk: Desk, postId: string, reason = 'A tattoo.') =>
    desk.post<{ message: string }>(`${QUEUE}/${postId}/undo`, { reason });
  const list = (desk = moe) => desk.get<ReviewItem[]>(QUEUE);
  const waiting = async () => (await list()).body;
  const report = (postId: string, category: string, by = bob) =>
    by.report(postId, { reason: 'Look.', category });
  const shown = async (postId: string) => (await app.browser().viewPost(postId)).status;
  const types = async (stream: string) =>
    (await app.adapters.storage.log.readStream(stream)).map(({ type }) => type);

  it('lists posts by harm, then reach, then age, with all that an admin needs, and counts late ones', async () => {
    const newcomer = await publish({ standing: 'new' });
    app.clock.advance(1000);
    const young = await flagged();
    const [spam, explicit] = [await publish(), await publish()];
    const liked = await publish({ standing: 'new' });
    await bob.like(liked);
    await report(spam, 'spam');
    await report(explicit, 'explicit');
    await publish();
    const { body, headers } = await list();
    const inHours = (count: number) => new Date(app.clock.now().getTime() + count * HOUR).toISOString();
    expect(body.map(({ id }) => id)).toEqual([explicit, young, liked, newcomer, spam]);
    expect([headers.get('x-total-count'), headers.get('x-overdue-count')]).toEqual(['5', '0']);
    expect(body[1]).toMatchObject({
      ownerId: ann.id,
      isPublic: false,
      reasons: [{ source: 'flag', text: 'may show a face', dueAt: inHours(12) }],
      harm: 2,
      standing: 'known',
      claimedBy: null,
      isOverdue: false,
    });
    expect(body[0]).toMatchObject({
      isPublic: true,
      reasons: [{ source: 'report', category: 'explicit', reports: 1, dueAt: inHours(4) }],
      dueAt: inHours(4),
    });
    const first = await moe.get<ReviewItem[]>(`${QUEUE}?limit=2`);
    const more = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    expect((await moe.get<ReviewItem[]>(more)).body.map(({ id }) => id)).toEqual([liked, newcomer]);

    app.clock.advance(4 * HOUR + 1);
    await signIn();
    const late = await list();
    expect(late.headers.get('x-overdue-count')).toBe('1');
    expect(late.body.map(({ isOverdue }) => isOverdue)).toEqual([true, false, false, false, false]);
    expect((await moe.get(`${DESK}/counts`)).body).toMatchObject({ queue: 5, overdue: 1 });
  });

  it('gives each admin another post, for ten minutes', async () => {
    const posts = [await flagged(), await flagged()];
    const [first, second] = [await next(moe), await next(olga)];
    expect([first, second].toSorted()).toEqual(posts.toSorted());
    expect(await next(olga)).toBeNull();
    const seen = (await list(olga)).body.find(({ id }) => id === first);
    expect(seen).toMatchObject({ claimedBy: 'moe', isMine: false });
    app.clock.advance(10 * MINUTE - 1);
    expect(await next(olga)).toBeNull();
    app.clock.advance(1);
    expect(await olga.claim(first)).toMatchObject({ status: 200, body: { isMine: true } });
    expect((await moe.review(first ?? '', { decision: 'approve' })).status).toBe(409);
  });

  it('takes posts back when an admin leaves: one, all, or at sign-out', async () => {
    await flagged();
    const post = await next(moe);
    const isFree = async () => (await list(olga)).body.every(({ claimedBy }) => claimedBy === null);
    expect(await isFree()).toBe(false);
    await moe.post(`${QUEUE}/${post}/release`);
    expect(await isFree()).toBe(true);
    await next(moe);
    await moe.post(`${QUEUE}/release`);
    expect(await isFree()).toBe(true);
    await next(moe);
    await moe.signOut();
    expect(await isFree()).toBe(true);
    expect(await next(olga)).toBe(post);
  });

  it('passes over posts that the admin does not want next', async () => {
    const posts = [await flagged(), await flagged()];
    const first = await next(moe);
    await moe.post(`${QUEUE}/${first}/release`);
    const other = posts.find((id) => id !== first) ?? null;
    expect(await next(moe, [first ?? ''])).toBe(other);
    await moe.post(`${QUEUE}/release`);
    expect(await next(moe, posts)).toBeNull();
    expect(await next(moe, [])).toBe(first);
    expect((await moe.post(`${QUEUE}/next`, { passed: ['none'] })).status).toBe(400);
    expect((await moe.post(`${QUEUE}/next`, { passed: 'none' })).status).toBe(400);
  });

  it('approves a post for everyone; only the admin who did can repeat or undo that', async () => {
    const postId = await flagged();
    expect([await shown(postId), (await undo(moe, postId)).status]).toEqual([404, 404]);
    await next(moe);
    const first = await moe.review(postId, { decision: 'approve' });
    expect([first.status, await shown(postId), await waiting()]).toEqual([200, 200, []]);
    const again = await moe.review(postId, { decision: 'approve' });
    expect([again.status, again.body]).toEqual([200, first.body]);
    const decided = { status: 409, body: { message: 'This post was decided already by moe.' } };
    expect(await olga.review(postId, { decision: 'remove', reason: 'spam' })).toMatchObject(decided);
    expect(await olga.claim(postId)).toMatchObject(decided);
    expect(await undo(olga, postId)).toMatchObject({
      status: 409,
      body: { message: 'Another admin has decided about this post since then.' },
    });
    expect(await shown(postId)).toBe(200);
    expect((await undo(moe, postId, '')).status).toBe(400);
    expect((await undo(moe, postId)).status).toBe(200);
    expect(await shown(postId)).toBe(404);
    expect(await next(olga)).toBe(postId);
  });

  it('hides a post with a reason, as an act of the admin that can be undone', async () => {
    const postId = await flagged();
    await next(moe);
    expect(await moe.review(postId, { decision: 'hide' })).toMatchObject({
      status: 400,
      body: { message: 'Please choose a reason from the list' },
    });
    const { status, body } = await moe.review(postId, { decision: 'hide', reason: 'identifies' });
    expect(status).toBe(200);
    const acted = (await app.adapters.storage.log.readStream(`post-${postId}`)).at(-1);
    expect(acted).toMatchObject({
      type: 'PostHidden',
      data: { actId: body.actId, reason: 'identifies' },
      metadata: { actor: { kind: 'admin', role: 'moderator' } },
    });
    await olga.undo(body.actId);
    expect((await waiting()).map(({ id }) => id)).toEqual([postId]);
  });

  it('decides nothing about a post that was removed meanwhile or does not exist', async () => {
    const postId = await flagged();
    await next(moe);
    await olga.remove(postId);
    expect((await moe.review(postId, { decision: 'approve' })).status).toBe(409);
    expect(await types(`review-${postId}`)).toEqual(['ReviewClaimed']);
    expect((await moe.review(crypto.randomUUID(), { decision: 'approve' })).status).toBe(404);
    expect((await moe.review('none', { decision: 'approve' })).status).toBe(400);
  });

  it('undoes a decision with what it decided about reports; another report asks for a review, too', async () => {
    const postId = await publish();
    await report(postId, 'spam');
    const reports = async () => (await moe.reportsOn(postId)).body.map(({ status }) => status);
    for (const [decision, status] of [
      ['hide', 'reviewed'],
      ['dismiss', 'dismissed'],
    ] as const) {
      await moe.claim(postId);
      expect((await moe.review(postId, { decision, reason: 'spam' })).status).toBe(200);
      expect([await waiting(), await reports()]).toEqual([[], [status]]);
      for (const time of ['first', 'repeated']) {
        expect([time, (await undo(moe, postId)).status]).toEqual([time, 200]);
        expect(await waiting()).toMatchObject([{ id: postId, claimedBy: null, isPublic: true }]);
        expect(await reports()).toEqual(['pending']);
      }
    }
    await next(moe);
    await moe.review(postId, { decision: 'dismiss' });
    expect([await waiting(), await shown(postId)]).toEqual([[], 200]);
    await report(postId, 'other', cleo);
    expect(await waiting()).toMatchObject([{ id: postId, reasons: [{ category: 'other', reports: 1 }] }]);
    expect(await next(olga)).toBe(postId);
  });

  it('takes one decision about all reports, also where they are more than the queue lists', async () => {
    const postId = await publish();
    const post = { postId, ownerId: ann.id, isPublic: true };
    for (let index = 0; index < 203; index += 1) {
      const reporterId = crypto.randomUUID();
      await app.adapters.storage.keys.create(reporterId);
      await send(app, Report.ReportPost({ post, reporterId, category: 'spam', reason: 'Look.' }));
    }
    await settled(app);
    const spam = { category: 'spam', reports: 200 };
    expect(await waiting()).toMatchObject([{ id: postId, reasons: [spam, { category: null, reports: 3 }] }]);
    await next(moe);
    expect((await moe.review(postId, { decision: 'dismiss' })).body).toMatchObject({ isCarriedOut: true });
    const pending = await moe.get(`${DESK}/reports?status=pending&post=${postId}`);
    expect([pending.body, await waiting()]).toEqual([[], []]);
    expect((await undo(moe, postId)).status).toBe(200);
    expect(await waiting()).toMatchObject([{ id: postId, reasons: [{ reports: 200 }, { reports: 3 }] }]);
  });

  it('completes a decision after a crash between it and its act', async () => {
    const postId = await flagged();
    const about = {
      subject: 'post',
      subjectId: postId,
      postId,
      ownerId: ann.id,
      adminId: 'moe',
      decider: NOBODY,
    } as const;
    const now = app.clock.now().toISOString();
    await send(app, Reviews.ClaimReview({ ...about, round: 0, reporters: [], now, until: now, isNew: true }));
    const decided = {
      decision: 'approve',
      actId: crypto.randomUUID(),
      reason: null,
      note: '',
      shown: null,
      parts: [],
      seen: null,
    } as const;
    await send(app, Reviews.DecideReview({ ...about, ...decided, reports: [] }));
    await settled(app);
    expect(await shown(postId)).toBe(200);
    const acted = (await app.adapters.storage.log.readStream(`post-${postId}`)).at(-1);
    expect(acted?.metadata).toMatchObject({ actor: { kind: 'admin', id: 'moe' } });
  });
});
