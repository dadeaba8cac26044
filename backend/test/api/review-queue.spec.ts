import type { NextReview, ReviewItem } from '../../src/api/review/review-items.service.js';
import { Report } from '../../src/domain/report/report.js';
import { Reviews } from '../../src/domain/review/review.js';
import { useAdmin } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import type { Desk } from '../support/desk.js';
import { settled } from '../support/settled.js';
import { verified, usePerson } from '../support/people.js';
import { publishPost, send } from '../support/posts.js';
import { NOBODY } from '../../src/domain/admin/person.js';

const QUEUE = '/api/rtm-sys/queue';
const HOUR = 3_600_000;
const MINUTE = 60_000;

describe('the review queue', () => {
  const app = useOwnApp('not shared yet', { per: 'test' });
  const moe = useAdmin(app, 'moe');
  const olga = useAdmin(app, 'olga', 'owner');
  const ann = usePerson(app, 'ann@example.org');
  const bob = usePerson(app, 'bob@example.org');
  const flagged = () => publishPost(app, ann.id, 7, { moderationFlags: ['may show a face'] });
  const next = async (browser: Desk, passed?: readonly string[]) =>
    (await browser.post<NextReview>(`${QUEUE}/next`, passed && { passed })).body.item?.id ?? null;
  const undo = (browser: Desk, postId: string, reason = 'A tattoo.') =>
    browser.post<{ message: string }>(`${QUEUE}/${postId}/undo`, { reason });
  const list = (browser = moe) => browser.get<ReviewItem[]>(QUEUE);
  const report = (postId: string, category: string) => bob.report(postId, { reason: 'Look.', category });
  const shown = async (postId: string) => (await app.browser().viewPost(postId)).status;

  it('lists posts by harm, then reach, then age, with all that an admin needs', async () => {
    const newcomer = await publishPost(app, ann.id, 7, { standing: 'new' });
    app.clock.advance(1000);
    const young = await flagged();
    const spam = await publishPost(app, ann.id, 7);
    const explicit = await publishPost(app, ann.id, 7);
    const liked = await publishPost(app, ann.id, 7, { standing: 'new' });
    await bob.like(liked);
    await report(spam, 'spam');
    await report(explicit, 'explicit');
    await publishPost(app, ann.id, 7);
    const { body, headers } = await list();
    const inHours = (count: number) => new Date(app.clock.now().getTime() + count * HOUR).toISOString();
    expect(body.map(({ id }) => id)).toEqual([explicit, young, liked, newcomer, spam]);
    expect(headers.get('x-total-count')).toBe('5');
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
  });

  it('counts the posts past their target', async () => {
    await flagged();
    expect((await list()).headers.get('x-overdue-count')).toBe('0');
    app.clock.advance(12 * HOUR + 1);
    await moe.signIn('moe');
    const { body, headers } = await list();
    expect([headers.get('x-overdue-count'), body[0]?.isOverdue]).toEqual(['1', true]);
    expect((await moe.get('/api/rtm-sys/counts')).body).toMatchObject({ queue: 1, overdue: 1 });
  });

  it('gives each admin another post, for ten minutes', async () => {
    const posts = [await flagged(), await flagged()];
    const [first, second] = [await next(moe), await next(olga)];
    expect([first, second].toSorted()).toEqual(posts.toSorted());
    expect(await next(olga)).toBeNull();
    const seen = (await list(olga)).body.find(({ id }) => id === first);
    expect(seen).toMatchObject({ claimedBy: 'moe', isMine: false });
    expect(await olga.claim(first)).toMatchObject({
      status: 409,
      body: { message: 'Another admin is reviewing this post.' },
    });
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
    await moe.post('/api/rtm-sys/logout');
    expect(await isFree()).toBe(true);
    expect(await next(olga)).toBe(post);
  });

  it('approves a post that waits, which everyone sees then', async () => {
    const postId = await flagged();
    expect(await shown(postId)).toBe(404);
    await next(moe);
    expect((await moe.review(postId, { decision: 'approve' })).status).toBe(200);
    expect(await shown(postId)).toBe(200);
    expect((await list()).body).toEqual([]);
  });

  it('hides and removes a post with a reason, as an act of the admin that can be undone', async () => {
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
    await olga.undo(body.actId, 'A tattoo.');
    expect((await list()).body.map(({ id }) => id)).toEqual([postId]);
  });

  it('dismisses reports, and shows the post again when another one comes', async () => {
    const postId = await publishPost(app, ann.id, 7);
    await report(postId, 'spam');
    await next(moe);
    expect((await moe.review(postId, { decision: 'dismiss' })).status).toBe(200);
    expect((await list()).body).toEqual([]);
    expect(await shown(postId)).toBe(200);
    const decided = await moe.get<{ status: string }[]>(`/api/rtm-sys/reports?postId=${postId}`);
    expect(decided.body).toMatchObject([{ status: 'dismissed' }]);
    const { browser: cleo } = await verified(app, 'cleo@example.org');
    await cleo.report(postId, { reason: 'Look.', category: 'other' });
    expect((await list()).body).toMatchObject([{ id: postId, reasons: [{ category: 'other', reports: 1 }] }]);
    expect(await next(olga)).toBe(postId);
  });

  it('takes one decision about all reports, also where they are more than the queue lists', async () => {
    const postId = await publishPost(app, ann.id, 7);
    const post = { postId, ownerId: ann.id, isPublic: true };
    for (let index = 0; index < 203; index += 1) {
      const reporterId = crypto.randomUUID();
      await app.adapters.storage.keys.create(reporterId);
      await send(app, Report.ReportPost({ post, reporterId, category: 'spam', reason: 'Look.' }));
    }
    await settled(app);
    expect((await list()).body).toMatchObject([
      {
        id: postId,
        reasons: [
          { category: 'spam', reports: 200 },
          { category: null, reports: 3 },
        ],
      },
    ]);
    await next(moe);
    expect((await moe.review(postId, { decision: 'dismiss' })).body).toMatchObject({ isCarriedOut: true });
    const pending = await moe.get('/api/rtm-sys/reports?status=pending');
    expect([pending.body, (await list()).body]).toEqual([[], []]);
    expect((await undo(moe, postId)).status).toBe(200);
    expect((await list()).body).toMatchObject([{ id: postId, reasons: [{ reports: 200 }, { reports: 3 }] }]);
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

  it('undoes a decision with what it decided about reports, and asks for a review again', async () => {
    const postId = await publishPost(app, ann.id, 7);
    await report(postId, 'spam');
    for (const body of [{ decision: 'hide', reason: 'spam' }, { decision: 'dismiss' }]) {
      await moe.claim(postId);
      expect((await moe.review(postId, body)).status).toBe(200);
      expect((await list()).body).toEqual([]);
      for (const time of ['first', 'repeated']) {
        expect([time, (await undo(moe, postId)).status]).toEqual([time, 200]);
        expect((await list()).body).toMatchObject([{ id: postId, claimedBy: null, isPublic: true }]);
        const reports = await moe.get<{ status: string }[]>(`/api/rtm-sys/reports?postId=${postId}`);
        expect(reports.body).toMatchObject([{ status: 'pending' }]);
      }
    }
  });

  it('undoes the latest decision only, for the admin who made it', async () => {
    const postId = await flagged();
    expect((await undo(moe, postId)).status).toBe(404);
    await next(moe);
    await moe.review(postId, { decision: 'approve' });
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

  it('says who decided before, and repeats the answer to the one who did', async () => {
    const postId = await flagged();
    await next(moe);
    const first = await moe.review(postId, { decision: 'approve' });
    expect(await moe.review(postId, { decision: 'approve' })).toMatchObject({
      status: 200,
      body: first.body,
    });
    for (const answer of [
      await olga.review(postId, { decision: 'remove', reason: 'spam' }),
      await olga.claim(postId),
    ]) {
      expect(answer).toMatchObject({
        status: 409,
        body: { message: 'This post was decided already by moe.' },
      });
    }
  });

  it('decides nothing without a claim, or about a post that was removed or does not exist', async () => {
    const postId = await flagged();
    expect(await moe.review(postId, { decision: 'approve' })).toMatchObject({
      status: 409,
      body: { message: 'Please open this post for review first.' },
    });
    await next(moe);
    await olga.remove(postId);
    expect((await moe.review(postId, { decision: 'approve' })).status).toBe(409);
    const { log } = app.adapters.storage;
    expect((await log.readStream(`review-${postId}`)).map(({ type }) => type)).toEqual(['ReviewClaimed']);
    expect((await moe.review(crypto.randomUUID(), { decision: 'approve' })).status).toBe(404);
    expect((await moe.review('none', { decision: 'approve' })).status).toBe(400);
  });

  it('completes a decision after a crash between it and its act', async () => {
    const postId = await flagged();
    const decider = NOBODY;
    const about = { postId, ownerId: ann.id, adminId: 'moe', decider };
    const now = app.clock.now().toISOString();
    await send(app, Reviews.ClaimReview({ ...about, round: 0, now, until: now, isNew: true }));
    await send(
      app,
      Reviews.DecideReview({
        ...about,
        decision: 'approve',
        actId: crypto.randomUUID(),
        reason: null,
        note: '',
        reports: [],
      }),
    );
    await settled(app);
    expect(await shown(postId)).toBe(200);
    const acted = (await app.adapters.storage.log.readStream(`post-${postId}`)).at(-1);
    expect(acted?.metadata).toMatchObject({ actor: { kind: 'admin', id: 'moe' } });
  });
});
