import { RATER_SIGNALS } from '../../src/projections/rating-fraud/raters.js';
import { type AdminList, adminCount, adminPage } from '../../src/projections/admin-list.js';
import { POST_SORTS } from '../../src/projections/moderated-posts.js';
import type { Readers } from './readers.js';

/** Filters of the list of posts, each of which has an index. */
const POST_FILTERS = [
  {},
  { status: 'pending' },
  { status: 'removed', isPublic: false },
  { isPublic: true },
  { isFlagged: true, week: '2026-W47' },
  { isReported: true },
  { ownerIds: ['ann'], isReported: false },
  { week: '2026-W47' },
] as const;

const REPORT_FILTERS = [
  {},
  { status: 'pending' },
  { category: 'spam' },
  { assigneeId: null },
  { subjectId: 'post' },
  { ownerId: 'ann', status: 'reviewed' },
  { reporterId: 'bob' },
] as const;

/** Filters of the audit trail, each of which has an index. */
const AUDIT_FILTERS = [
  {},
  { after: 5, to: 9 },
  { requestId: 'request', actorId: 'ann' },
  { correlationId: 'request' },
  { subject: { kind: 'post', id: 'post' }, types: ['PostHidden'] },
  { actorId: 'ann', reason: 'spam', after: 5 },
  { reason: 'spam' },
  { types: ['PostHidden', 'PostShown'] },
  { tab: 'payments', role: 'stripe' },
  { role: 'owner' },
] as const;

/** Reads and counts a list of the back office. */
async function askList<Document extends object>(list: AdminList<Document>): Promise<void> {
  for (const after of [null, ['1', 'id']]) await adminPage(list, { limit: 50, after });
  await adminCount(list);
}

/** Calls of every method of every reader, so that every list that a reader queries occurs. */
export async function askEverything(readers: Readers): Promise<void> {
  const {
    accounts,
    acts,
    activity,
    commentLikes,
    comments,
    leaderboard,
    likes,
    escalatedPosts,
    moderatedPosts,
    names,
  } = readers;
  const {
    payments,
    people,
    photos,
    raters,
    ranks,
    ratingQueue,
    inbox,
    ratings,
    reports,
    timelines,
    weekly,
    whatIf,
  } = readers;
  const { appeals, blockedPictures, trustFacts, reviewQueue, statistics } = readers;
  const { growth, judges, reportTimes } = readers;
  await accounts.user('ann');
  await accounts.dueDeletions(new Date(0));
  for (const after of [null, ['time', 'id']]) await accounts.awaitingDigest(new Date(0), 200, after);
  await accounts.count();
  await accounts.endedHiding(new Date(0));
  for (const filters of [
    {},
    { search: 'ann' },
    { search: 'ann@example.org' },
    { search: '01a2104c-6844-7713-af89-193c5a70bb33' },
    { isAdmin: true },
  ]) {
    await askList(accounts.list(filters, true, new Date(0)));
    await askList(accounts.list({ ...filters, suspended: true, unverified: false }, false, new Date(0)));
  }
  await people.byIds(['ann']);
  await people.ownerOfPicture('picture');
  for (const text of ['ann', 'common']) await (await names.named(text)).among(['ann']);
  await names.startingWith('ann', 10);
  await acts.one('act');
  await acts.on('post');
  await acts.ownOn(['post']);
  await acts.ownDue(new Date(0));
  for (const filters of [
    {},
    { subjectId: 'post' },
    { ownerId: 'ann' },
    { adminId: 'moe', kind: 'PostHidden' },
  ] as const) {
    await askList(acts.list(filters, '-createdAt'));
  }
  await askList(acts.list({ kind: 'PostHidden' }, 'createdAt'));
  await moderatedPosts.one('post');
  await moderatedPosts.byIds(['post']);
  await moderatedPosts.count();
  await escalatedPosts.ids();
  await moderatedPosts.removedBefore(new Date(0));
  await moderatedPosts.shown([]);
  for (const sort of POST_SORTS) {
    for (const filters of POST_FILTERS) await askList(moderatedPosts.list(filters, sort));
  }
  await activity.pending(new Date(0), 200);
  await activity.likedBefore(new Date(0), 200);
  for (const after of [null, ['time', 'none', 'key', 'id']]) {
    for (const search of [null, 'ann']) {
      await leaderboard.page('recent', search, { limit: 100, after });
      await leaderboard.page('top', search, { limit: 100, after });
    }
  }
  for (const after of [null, ['key', 'id']]) {
    await leaderboard.ownPostsOf('ann', { limit: 100, after });
    await leaderboard.publicPostsOf('ann', { limit: 100, after });
    await weekly.famousWeeks(12, after);
  }
  await leaderboard.newestIds(100);
  await leaderboard.totals();
  await leaderboard.post('post', null);
  await leaderboard.ownSheet('post', 'ann');
  await leaderboard.forAdmins('post');
  await leaderboard.live(['post']);
  await leaderboard.visibleAmong(['post'], 'ann');
  await leaderboard.postIdsOf('ann');
  await leaderboard.facts('post');
  await leaderboard.isPublic('post');
  await leaderboard.figures('post');
  await leaderboard.boostsEnded('2026', '2027');
  await reports.one('report');
  await reports.on('post');
  await reports.openOfMinorsBy('bob');
  await reports.lastFalseBy('bob');
  await reports.pending(new Set());
  await reports.pending(new Set(['post']));
  for (const filters of REPORT_FILTERS) await askList(reports.list(filters, 'advert', '-createdAt'));
  await ratings.score('post', 'ann');
  await ratings.distribution('post');
  await ratings.by('ann');
  await ratings.one('post-ann');
  await ratings.among(['post'], 'ann');
  await ratings.since('ann', 0, 1000);
  const looking = { accountId: 'ann', key: 'ann', mayRate: true, isYoung: false };
  for (const after of [null, ['order', 'id']]) await inbox.page('ann', after, new Date(0), '2026-W47');
  await inbox.news('ann', new Date(0), '2026-W47');
  await inbox.record('ann', '2026-W47');
  await inbox.forDigest('ann', '2026-11-23T02:01:00.000Z', '2026-11-30T00:30:00.000Z');
  await inbox.finish('ann', '2026-W47');
  await readers.leaderboard.ownersOf(['post']);
  await ratingQueue.next(looking, { without: [], limit: 10 }, new Date(0), '2026-W47');
  for (const signal of [null, ...RATER_SIGNALS]) {
    await raters.page(signal, { limit: 50, after: null });
    await raters.page(signal, { limit: 50, after: ['time', 'id'] });
  }
  await raters.one('ann');
  await raters.mostRatedBy('ann');
  await raters.rings();
  await whatIf.without([{ postId: 'post', score: 8 }]);
  await likes.has('post', 'ann');
  await likes.by('ann');
  await likes.among(['post'], 'ann');
  await comments.page('post', null);
  await comments.page('post', ['time', 'ann', '2', 'time', 'id']);
  await comments.count('post');
  await comments.shownAmong(['comment']);
  await comments.quotes(['comment']);
  await comments.countAll();
  await comments.one('comment');
  for (const filters of [
    {},
    { postId: 'post', isHidden: true },
    { authorId: 'ann' },
    { isHidden: true },
    { id: 'comment' },
  ]) {
    await askList(comments.list(filters, '-createdAt'));
  }
  await askList(comments.list({ text: 'kind' }, 'createdAt'));
  await comments.by('ann');
  await comments.facts('comment');
  await comments.repliesTo(['comment']);
  await comments.idsOn('post');
  await commentLikes.has('comment', 'ann');
  await commentLikes.by('ann');
  await commentLikes.among(['comment'], 'ann');
  await commentLikes.on('post', 'ann');
  await timelines.streamsOf('ann');
  for (const order of ['recent', 'top'] as const) {
    for (const search of [null, 'ann']) {
      await weekly.runningBoard('2026-W47', { order, search, limit: 100, after: null });
      await weekly.closedBoard({ closing: 'closing' }, { order, search, limit: 100, after: ['1', 'id'] });
    }
  }
  await weekly.hasPosts('2026-W47');
  await weekly.standings('2026-W47');
  await weekly.hasCheck('2026-W47');
  await weekly.places('2026-W46', 'closing', 5);
  await weekly.firstWeek();
  await weekly.closedWeek('2026-W46');
  await weekly.closedWeeks();
  await weekly.recorded('closing');
  await weekly.closedAmong(['2026-W46']);
  await ranks.rank('post', null);
  await ranks.runningRank('post');
  await ranks.weekBadge('post');
  await ranks.rankChange('post', 'mega', new Date(0));
  await photos.hasNearCopy('0123456789abcdef', 'ann');
  await photos.nearCopiesOf('post', '0123456789abcdef', 20);
  await photos.unpublished(new Date(0), new Date(0));
  await photos.unpublishedOf('ann');
  await blockedPictures.nearest(['0123456789abcdef', 'fedcba9876543210']);
  await trustFacts.of('ann');
  for (const filters of [{}, { outcome: 'waiting' }, { about: 'post' }, { ownerId: 'ann' }] as const) {
    await askList(appeals.list(filters, 'createdAt'));
    await askList(appeals.list({ ...filters, outcome: 'granted', about: 'report' }, '-createdAt'));
  }
  await appeals.waiting(new Set());
  await appeals.waiting(new Set(['post']));
  await acts.byIds(['act']);
  await reviewQueue.one('post');
  await reviewQueue.page({ limit: 50, after: null });
  await reviewQueue.page({ limit: 50, after: [2, 1, 'time', 'id'] });
  await reviewQueue.pageFromEnd({ limit: 50, after: null });
  await reviewQueue.pageFromEnd({ limit: 50, after: [0, 1, 'time', 'id'] });
  await reviewQueue.waiting(new Set(['post']));
  await reviewQueue.overdue(new Date(0), new Set());
  await reviewQueue.overdueChecks(new Date(0));
  await reviewQueue.claimedBy('admin');
  await blockedPictures.one('hash');
  await blockedPictures.page(true, { limit: 50, after: null });
  await blockedPictures.count(true);
  await readers.proposals.open();
  await readers.proposals.latest();
  await readers.proposals.one('r1');
  await readers.proposals.refundsOf('reference');
  await readers.proposals.waitingFor({ act: 'deletePerson', subjectId: 'ann', role: null });
  await payments.one('reference');
  await payments.ofSession('session');
  await payments.unclaimed('ann', new Date(0));
  await payments.ofPost('post', new Date(0));
  await payments.by('ann', new Date(0));
  await payments.endedBoosts(new Date(0));
  await payments.endingBoosts(new Date(0));
  for (const filters of [
    {},
    { state: 'held' },
    { userId: 'ann', state: 'active' },
    { postId: 'post' },
  ] as const) {
    await askList(payments.boosts(filters, '-createdAt'));
  }
  await payments.ownPayment('reference', new Date(0));
  await payments.parkedEvents();
  const { adminPayments } = readers;
  for (const filters of [
    {},
    { reference: 'reference' },
    { userId: 'ann', state: 'parked' },
    { state: 'disputed', from: '2026-11-01', to: '2026-11-30' },
    { needsAdmin: true, kind: 'boost' },
    { amountFrom: 100, amountTo: 200 },
  ] as const) {
    const list = adminPayments.list(filters, '-startedAt');
    await askList(list);
    await adminPayments.sums(list);
  }
  await adminPayments.referenceOf('evt_1');
  await adminPayments.eventsAbout({ sessionId: 'cs_1', paymentIntentId: 'pi_1' });
  await askList(adminPayments.parkedEvents());
  await readers.paymentMovements.daySums('2026-11-01', '2026-11-30');
  for (const role of ['owner', 'moderator', 'finance'] as const) {
    const viewer = { role, hidden: new Set(['post']) };
    for (const filters of AUDIT_FILTERS) {
      await askList(readers.audit.list(filters, viewer));
      await askList(readers.audit.list(filters, viewer, false));
    }
    await readers.audit.one('event', viewer);
  }
  await readers.audit.linesAbout({ kind: 'post', id: 'post' }, 50);
  await readers.audit.positionAt(new Date(0));
  await readers.audit.during(new Date(0), new Date(0));
  await readers.reconciliations.one('run');
  await readers.reconciliations.newest();
  await askList(readers.reconciliations.list());
  await growth.funnel(['2026-11-23']);
  await growth.retention(['2026-11-23']);
  await reportTimes.decidedIn({ first: '2026-11-01', last: '2026-11-02' });
  await judges.in(['2026-11-23']);
  await statistics.of([{ first: '2026-11-01', last: '2026-11-02' }]);
  await payments.movedSince(new Date(0), { limit: 500, after: null });
  await payments.hasOpenCheckout(new Date(0));
  for (const after of [null, ['key', 'id']]) {
    for (const part of [undefined, 'open', 'settled'] as const) {
      await payments.ownPaymentsOf('ann', { part, limit: 50, after }, new Date(0));
    }
  }
}
