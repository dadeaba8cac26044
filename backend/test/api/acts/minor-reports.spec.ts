import type { OwnPost } from '../../../src/projections/leaderboard/shown-posts.js';
import type { ReviewItem } from '../../../src/api/review/reviews.contract.js';
import { Photo } from '../../../src/domain/photo/photo.js';
import { Post } from '../../../src/domain/post/post.js';
import { reportIdOf } from '../../../src/domain/report/report.js';
import { Rating, UNRECORDED } from '../../../src/domain/rating/rating.js';
import { DEADLINES } from '../../../src/kernel/deadlines.js';
import { States } from '../../../src/kernel/states.js';
import { AlarmWatch } from '../../../src/api/health/alarm-watch.service.js';
import { MinorReports } from '../../../src/reactions/moderation/minor-reports.js';
import { AlarmMails } from '../../../src/reactions/mails/alarm-mails.js';
import { WeekClosing } from '../../../src/reactions/timers/week-closing.js';
import { newAdmin, signedInAdmin } from '../../support/admins.js';
import { TestClock, useOwnApp } from '../../support/app.js';
import { DESK, type Id } from '../../support/desk.js';
import { expires } from '../../support/expires.js';
import { gate } from '../../support/gate.js';
import { photoAdmitted } from '../../support/made-up.js';
import { mailBoxOf, mailsTo } from '../../support/mails.js';
import { joining } from '../../support/people.js';
import { newPhoto } from '../../support/photos.js';
import { publishPost, rate, send } from '../../support/posts.js';
import { placesIn, recountsOf } from '../../support/recounts.js';
import { settled } from '../../support/settled.js';
import type { Visitor } from '../../support/visitor.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const REPORT = { category: 'minor', reason: 'They look very young.' };

describe('a report of a person under 18', () => {
  const app = useOwnApp('moves weeks', { clock: new TestClock(new Date('2026-11-28T12:00:00.000Z')) });
  const join = joining(app, 'person');
  type Someone = Awaited<ReturnType<typeof join>>;
  let [ann, bob, eve]: Someone[] = [];
  const elders: Someone[] = [];
  app.onStart(async () => {
    await newAdmin(app, 'moe', 'moderator');
    await newAdmin(app, 'olga', 'owner', 'olga@example.org');
    [ann, bob, eve] = [await join(), await join(), await join()];
    for (let count = 0; count < 9; count += 1) elders.push(await join());
    app.clock.advance(8 * DAY);
  });

  const desk = (name = 'moe') => signedInAdmin(app, name);
  const idOf = (person: Someone | undefined) => person?.user.id ?? '';
  const posted = (owner = ann, score = 7) => publishPost(app, idOf(owner), score);
  const state = (postId: string) => app.server.get(States, { strict: false }).of(Post, postId);
  const checkOf = async (postId: string) => (await state(postId)).check;
  const report = async (by: Someone | undefined, postId: string, body: object = REPORT) => {
    expect(await by?.browser.report(postId, body)).toMatchObject({ status: 200 });
    await settled(app);
  };
  const decide = async (by: Someone | undefined, postId: string, status: 'reviewed' | 'dismissed') => {
    const { body } = await (await desk()).decideReport(reportIdOf(postId, idOf(by)), { status });
    await settled(app);
    return body.actIds[0];
  };
  const undo = async (actId: Id) => {
    expect(await (await desk()).undo(actId)).toMatchObject({ status: 200 });
    await settled(app);
  };
  /** Somebody with an account of more than 7 days. */
  const known = async () => {
    const elder = elders.pop();
    if (!elder) throw new Error('more people have to join at the start');
    await elder.browser.login(elder.user.email);
    return elder;
  };
  const close = () => app.server.get(WeekClosing).close();
  const moveTo = (at: string) => app.clock.advance(Date.parse(at) - app.clock.now().getTime());
  const mailsOf = async (person: Someone | undefined) =>
    (await mailBoxOf(app).list(100))
      .filter(({ to }) => to === person?.user.email)
      .map(({ subject }) => subject);

  it('that is false, on Sunday at 23:59, costs the post nothing but an hour', async () => {
    moveTo('2026-12-06T23:58:00.000Z');
    const { body: { id = '' } = {} } = (await ann?.browser.publishPhoto(await newPhoto())) ?? {};
    const other = await posted(eve, 6);
    await rate(app, id, idOf(ann), 9);
    moveTo('2026-12-06T23:59:00.000Z');
    const [mails, seen] = [await mailsOf(ann), await app.browser().get(`/images/${id}/640.webp`)];
    expect(seen.status).toBe(200);
    await report(bob, id);

    const visitor = app.browser();
    const addresses = [`/api/posts/${id}`, `/images/${id}/640.webp`, `/api/posts/${id}/card.png`];
    const statuses = async (browser: Visitor | undefined) =>
      Promise.all(addresses.map(async (address) => (await browser?.get(address))?.status));
    for (const browser of [visitor, bob?.browser, eve?.browser]) {
      expect(await statuses(browser)).toEqual([404, 404, 404]);
    }
    for (const address of [
      '/api/posts',
      '/api/leaderboard/weekly',
      `/api/users/${idOf(ann)}`,
      '/sitemap.xml',
    ]) {
      expect(JSON.stringify((await visitor.get(address)).body)).not.toContain(id);
    }
    const refused = [eve?.browser.like(id), eve?.browser.comment(id, 'Nice.'), eve?.browser.rate(id, 1)];
    for (const answer of await Promise.all(refused)) expect(answer?.status).toBe(404);

    // Its owner sees it.
    expect(await ann?.browser.viewPost(id)).toMatchObject({
      status: 200,
      body: { isPublic: false, isInCheck: true, decision: null, moderationFlags: [] },
    });
    expect((await ann?.browser.get<OwnPost[]>('/api/user/posts'))?.body).toMatchObject([
      { id, isInCheck: true },
    ]);
    expect((await ann?.browser.get(`/images/${id}/640.webp`))?.status).toBe(200);
    expect([await mailsOf(ann), (await ann?.browser.decisions())?.body]).toEqual([mails, []]);

    moveTo('2026-12-07T00:01:00.000Z');
    expect(await close()).toEqual([]);
    const moe = await desk();
    const { body: queue } = await moe.get<ReviewItem[]>(`${DESK}/queue`);
    const due = { dueAt: '2026-12-07T00:59:00.000Z', isOverdue: false };
    expect(queue[0]).toMatchObject({ id, harm: 4, isInCheck: true, isPublic: false, ...due });
    expect((await moe.details(id)).body).toMatchObject({ checkedBy: 1, isPublic: false, acts: [] });

    await decide(bob, id, 'dismissed');
    expect(await statuses(visitor)).toEqual([200, 200, 200]);
    expect(await mailsOf(ann)).toEqual(['Your post is shown again', ...mails]);
    expect(await close()).toEqual(['2026-W49']);
    expect(await placesIn(app, '2026-W49')).toEqual([
      [1, id, false],
      [2, other, false],
    ]);
    // For 90 days, nothing that bob reports is hidden.
    const next = await posted();
    await report(bob, next);
    expect(await checkOf(next)).toBeNull();
    await (await desk()).decideReport(reportIdOf(next, idOf(bob)), { status: 'dismissed' });
  });

  it('that nobody decides keeps its week open for a day, and the place of the post', async () => {
    const [first, second] = [await posted(ann, 9), await posted(eve, 5)];
    moveTo('2026-12-13T23:59:00.000Z');
    await report(eve, first);
    // The ranks of a running week are those that everybody sees.
    expect((await placesIn(app, '2026-W50')).map(([, id]) => id)).not.toContain(first);
    moveTo('2026-12-14T00:59:00.000Z');
    const alarms = async () => (await app.server.get(AlarmWatch).look()).map(({ name }) => name);
    expect([await close(), await alarms()]).toEqual([[], []]);
    app.clock.advance(1);
    expect(await alarms()).toEqual(['checks-overdue']);
    await app.server.get(AlarmMails).send();
    expect((await mailsTo(app, 'olga@example.org', 1)).map(({ subject }) => subject)).toEqual([
      'Hidden posts wait for a decision',
    ]);

    moveTo('2026-12-14T23:59:59.999Z');
    expect(await close()).toEqual([]);
    moveTo('2026-12-15T00:00:00.000Z');
    expect(await close()).toEqual(['2026-W50']);
    const places = await placesIn(app, '2026-W50');
    expect([places[0], places.at(-1)]).toEqual([
      [1, first, true],
      [places.length, second, false],
    ]);
    const recounts = recountsOf(app, await desk('olga'));
    await recounts.begin('2026-W50');
    expect(await recounts.ready()).toMatchObject({ state: 'ready', comparison: { differences: 0 } });
    await recounts.throwAway('2026-W50');

    await decide(eve, first, 'dismissed');
    expect([(await placesIn(app, '2026-W50'))[0], await alarms()]).toEqual([[1, first, false], []]);
  });

  it('hides the post with another one by an unlinked person, if the accounts are young', async () => {
    const post = await posted();
    const [one, two] = [await join(), await join()];
    await report(one, post);
    expect(await checkOf(post)).toBeNull();
    await report(two, post);
    expect(await checkOf(post)).toEqual([idOf(one), idOf(two)]);
    // Recategorised, it hides nothing.
    const reportId = reportIdOf(post, idOf(two));
    await (await desk()).post(`${DESK}/reports/${reportId}/category`, { category: 'spam' });
    await settled(app);
    expect(await state(post)).toMatchObject({ check: null, isPublic: true, clearedBy: [] });
    await (await desk()).post(`${DESK}/reports/${reportId}/category`, { category: 'minor' });
    await settled(app);
    expect(await checkOf(post)).toEqual([idOf(one), idOf(two)]);
  });

  it('does not do so by two who rate each other high', async () => {
    const [one, two] = [await join(), await join()];
    for (let count = 0; count < 3; count += 1) {
      await rate(app, await posted(one), idOf(one), 10, idOf(two));
      await rate(app, await posted(two), idOf(two), 10, idOf(one));
    }
    const post = await posted();
    await report(one, post);
    await report(two, post);
    expect(await checkOf(post)).toBeNull();
    await report(await join(), post);
    expect(await checkOf(post)).toHaveLength(2);
  });

  it('hides the post with the doubt of the judge, too', async () => {
    const post = await posted();
    const { data } = photoAdmitted(post, { verdict: 'review', reasons: ['may show a face'] });
    await send(app, Photo.AdmitPhoto(data));
    const one = await join();
    await report(one, post);
    expect(await checkOf(post)).toEqual([idOf(one)]);
  });

  it('hides three posts of one reporter at most; a dismissal frees the others, and its undo hides them again', async () => {
    const reporter = await known();
    const posts = [await posted(), await posted(), await posted(), await posted()];
    for (const post of posts) {
      app.clock.advance(1000);
      await report(reporter, post);
    }
    const checks = () => Promise.all(posts.map(async (post) => (await checkOf(post)) !== null));
    expect(await checks()).toEqual([true, true, true, false]);
    const mails = await mailsOf(ann);
    const actId = await decide(reporter, posts[0] ?? '', 'dismissed');
    expect(await checks()).toEqual([false, false, false, false]);
    // Only the post that was looked at was cleared.
    expect(await mailsOf(ann)).toEqual(['Your post is shown again', ...mails]);
    expect(await Promise.all(posts.map(async (post) => (await state(post)).clearedBy))).toEqual([
      [actId],
      [],
      [],
      [],
    ]);
    await undo(actId);
    expect(await checks()).toEqual([true, true, true, false]);
    await decide(reporter, posts[0] ?? '', 'dismissed');
    app.clock.advance(1000);
    // The reporter reports again: the older dismissal stands.
    await report(reporter, posts[0] ?? '');
    await undo(await decide(reporter, posts[0] ?? '', 'dismissed'));
    expect(await checks()).toEqual([false, false, false, false]);
  });

  it('is undone with its dismissal, and the clearing with it', async () => {
    const [reporter, another] = [await known(), await known()];
    const post = await posted();
    await report(reporter, post);
    const actId = await decide(reporter, post, 'dismissed');
    app.clock.advance(1000);
    // It was cleared: one more report hides it no more.
    await report(another, post);
    expect(await checkOf(post)).toBeNull();
    await undo(actId);
    expect(await checkOf(post)).toEqual([idOf(reporter)]);
  });

  it('waits for an act on the post, whose undo hides the post again', async () => {
    const reporter = await known();
    const post = await posted();
    await report(reporter, post);
    const moe = await desk();
    await moe.claim(post);
    const { body } = await moe.review(post, { decision: 'approve' });
    await settled(app);
    expect(await state(post)).toMatchObject({ check: null, isPublic: true, clearedBy: [body.actId] });
    await moe.post(`${DESK}/queue/${post}/undo`, { reason: 'A mistake.' });
    await settled(app);
    expect(await state(post)).toMatchObject({ check: [idOf(reporter)], isPublic: false, clearedBy: [] });
    await moe.escalate(post, { reason: 'minor', note: 'Reported to the police.' });
    expect((await ann?.browser.viewPost(post))?.status).toBe(404);
  });

  it('is over for good once an appeal against the hiding is granted', async () => {
    const post = await posted();
    await report(await known(), post);
    const { body } = await (await desk()).hide(post, { reason: 'minor' });
    await ann?.browser.appeal(body.actId, 'My feet are 40 years old.');
    expect(await (await desk('olga')).decideAppeal(body.actId, true)).toMatchObject({ status: 200 });
    await settled(app);
    expect(await state(post)).toMatchObject({ check: null, isPublic: true, clearedBy: [body.actId] });
  });

  it('does not hide the post again if it was dismissed while an act hid the post', async () => {
    const [reporter, post] = [await known(), await posted()];
    await report(reporter, post);
    const { body } = await (await desk()).hide(post, { reason: 'minor' });
    const dismissal = await decide(reporter, post, 'dismissed');
    await undo(body.actId);
    expect(await state(post)).toMatchObject({ check: null, isPublic: true });
    const young = await join();
    await report(young, post);
    expect(await checkOf(post)).toBeNull();
    await undo(dismissal);
    expect(await checkOf(post)).toEqual([idOf(reporter)]);
  });

  it('does not keep its owner from deleting the post', async () => {
    const post = await posted();
    await report(await known(), post);
    expect((await ann?.browser.deletePost(post))?.status).toBe(200);
    await settled(app);
    expect(await state(post)).toMatchObject({ check: null, deleted: true });
    const { body: queue } = await (await desk()).get<ReviewItem[]>(`${DESK}/queue`);
    expect(queue.map(({ id }) => id)).not.toContain(post);
  });

  it('counts although somebody rates the post in that moment, and leaves the rating', async () => {
    const post = await posted();
    const facts = { postId: post, ownerId: idOf(ann), isPublic: true };
    await report(await known(), post);
    await send(app, Rating.RatePost({ post: facts, userId: idOf(bob), score: 9, ...UNRECORDED }));
    expect((await ann?.browser.viewPost(post))?.body).toMatchObject({ isInCheck: true, ratingsCount: 1 });
  });

  expires('report of a minor', async () => {
    const [reporter, post] = [await known(), await posted()];
    const reaction = app.server.get(MinorReports, { strict: false });
    const settle = reaction['settle'].bind(reaction);
    const end = gate();
    reaction['settle'] = async (...change) => {
      await end.opened;
      return settle(...change);
    };
    const answer = reporter.browser.report(post, REPORT);
    await app.timer.begun('report of a minor');
    await app.timer.advance(DEADLINES['report of a minor'].ms);
    expect(await answer).toMatchObject({ status: 200 });
    expect(await checkOf(post)).toBeNull();
    end.open();
    await settled(app);
    expect(await checkOf(post)).toEqual([idOf(reporter)]);
    reaction['settle'] = settle;
  });
});
