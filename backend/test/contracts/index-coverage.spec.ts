import type { Type } from '@nestjs/common';
import type { IndexSpec, Stored, ViewReader } from '../../src/kernel/document-store.js';
import { type Comparison, type Filter, type Query, sortFields } from '../../src/kernel/query.js';
import { Views } from '../../src/kernel/projection.js';
import type { Projection } from '../../src/projections/projection.js';
import { RATER_SIGNALS } from '../../src/projections/raters/raters.projection.js';
import { type AdminList, adminCount, adminPage } from '../../src/projections/admin-list.js';
import { POST_SORTS } from '../../src/projections/moderated-posts/moderated-posts.reader.js';
import { projections } from '../../src/projections/projections.js';
import { classesOfReaders } from '../support/story-site.js';
import { type Readers, readersOver } from '../support/readers.js';

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
  { status: 'pending', text: 'advert' },
  { category: 'spam' },
  { assigneeId: null },
  { postId: 'post' },
  { ownerId: 'ann', status: 'reviewed' },
  { reporterId: 'bob' },
] as const;

/** Reads and counts a list of the back office. */
async function askList<Document extends object>(list: AdminList<Document>): Promise<void> {
  for (const after of [null, ['1', 'id']]) await adminPage(list, { limit: 50, after });
  await adminCount(list);
}

/** Calls of every method of every reader, so that every list that a reader queries occurs. */
async function askEverything(readers: Readers): Promise<void> {
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
  const { payments, people, photos, raters, ranks, ratings, reports, timelines, weekly, whatIf } = readers;
  const { appeals, blockedPictures, conduct, reviewQueue } = readers;
  await accounts.user('ann');
  await accounts.accountOfRequest('verification', 'id');
  await accounts.accountOfRequest('reset', 'id');
  await accounts.dueDeletions(new Date(0));
  await accounts.count();
  await accounts.endedHiding(new Date(0));
  for (const filters of [{}, { search: 'ann' }, { search: 'ann@example.org' }, { isAdmin: true }]) {
    await askList(accounts.list(filters, true, new Date(0)));
    await askList(accounts.list({ ...filters, suspended: true, unverified: false }, false, new Date(0)));
  }
  await people.byIds(['ann']);
  await names.authorsWith('ann');
  await names.matching('ann', ['ann']);
  await acts.one('act');
  await acts.on('post');
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
  await leaderboard.post('post', null);
  await leaderboard.live(['post']);
  await leaderboard.postIdsOf('ann');
  await leaderboard.facts('post');
  await leaderboard.figures('post');
  await leaderboard.boostsEnded('2026', '2027');
  await reports.one('report');
  await reports.on('post');
  await reports.pending(new Set());
  await reports.pending(new Set(['post']));
  for (const filters of REPORT_FILTERS) await askList(reports.list(filters, '-createdAt'));
  await ratings.score('post', 'ann');
  await ratings.distribution('post');
  await ratings.by('ann');
  await ratings.one('post', 'ann');
  for (const signal of [null, ...RATER_SIGNALS]) {
    await raters.page(signal, { limit: 50, after: null });
    await raters.page(signal, { limit: 50, after: ['time', 'id'] });
  }
  await raters.rater('ann');
  await raters.mostRatedBy('ann');
  await raters.rings();
  await whatIf.without([{ postId: 'post', score: 8 }]);
  await likes.has('post', 'ann');
  await likes.by('ann');
  await comments.page('post', 'ann', null);
  await comments.page('post', 'ann', ['time', 'ann', '2', 'time', 'id']);
  await comments.count('post');
  await comments.countAll();
  await comments.one('comment');
  for (const filters of [{}, { postId: 'post', isHidden: true }, { authorId: 'ann' }, { isHidden: true }]) {
    await askList(comments.list(filters, '-createdAt'));
  }
  await askList(comments.list({ text: 'kind' }, 'createdAt'));
  await comments.by('ann');
  await comments.facts('comment');
  await comments.repliesTo(['comment']);
  await comments.idsOn('post');
  await commentLikes.has('comment', 'ann');
  await commentLikes.by('ann');
  await timelines.streamsOf('ann');
  for (const order of ['recent', 'top'] as const) {
    for (const search of [null, 'ann']) {
      await weekly.runningBoard('2026-W47', { order, search, limit: 100, after: null });
      await weekly.closedBoard({ closing: 'closing' }, { order, search, limit: 100, after: ['1', 'id'] });
    }
  }
  await weekly.hasPosts('2026-W47');
  await weekly.standings('2026-W47');
  await weekly.places('2026-W46', 'closing', 5);
  await weekly.firstWeek();
  await weekly.closedWeek('2026-W46');
  await weekly.closedAmong(['2026-W46']);
  await ranks.rank('post', null);
  await ranks.weekBadge('post');
  await ranks.rankChange('post', 'mega', new Date(0));
  await photos.hasNearCopy('0123456789abcdef', 'ann');
  await photos.nearCopiesOf('post', '0123456789abcdef', 20);
  await photos.unpublished(new Date(0), new Date(0));
  await photos.unpublishedOf('ann');
  await blockedPictures.hasNear('0123456789abcdef');
  await conduct.of('ann');
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
  await reviewQueue.waiting();
  await reviewQueue.overdue(new Date(0));
  await reviewQueue.claimedBy('admin');
  await blockedPictures.one('hash');
  await blockedPictures.page(true, { limit: 50, after: null });
  await blockedPictures.count(true);
  await readers.proposals.open();
  await readers.proposals.latest();
  await readers.proposals.due(new Date(0));
  await readers.proposals.waitingFor({ act: 'deletePerson', subjectId: 'ann', role: null });
  await payments.payment('reference');
  await payments.ofSession('session');
  await payments.unopened(
    'ann',
    { boostType: 'regular', postId: null },
    { amount: 199, currency: 'usd' },
    new Date(0),
  );
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
  await payments.needingAdmin();
  await payments.parkedEvents();
  await payments.movedSince(new Date(0), { limit: 500, after: null });
  for (const after of [null, ['key', 'id']]) {
    await payments.ownPaymentsOf('ann', { limit: 50, after }, new Date(0));
  }
}

function stored<Document>(document: object): Stored<Document> {
  return { _id: 'ann', _position: 1, ...document } as unknown as Stored<Document>;
}

/** The fields of a post on which later queries depend. */
const POST = {
  isPublic: true,
  moderation: { cause: { actId: 'act', reason: 'other' } },
  week: '2026-W47',
  rank: '026 999999999 2026-11-21T09:00:00.000Z',
  tier: 'none',
  boosts: [],
  picture: {},
  aiTenths: null,
  voteTenths: 0,
  voteCount: 0,
};

/** The counts of posts in the lists that {@link POST} is in: there is another one in each hour. */
const COUNTS = { '026': 2, '999999999': 2, '2026-11': 2, '21T09': 2, '2026-11-21T09': 2 };

/** Records every list. Returns a document where a later query depends on it, so that this query runs, too. */
class SpyingViews extends Views {
  readonly asked: { readonly view: string; readonly query: Query; readonly isCount: boolean }[] = [];

  of<Document extends object>({ name }: Projection<Document>): ViewReader<Document> {
    return {
      get: () =>
        Promise.resolve(
          name === 'leaderboard'
            ? stored<Document>({ ...POST, publicRank: 'rank' })
            : name === 'weekly'
              ? stored<Document>({ closing: 'closing' })
              : null,
        ),
      getMany: (ids) => {
        const isHere = name === 'authors' || name === 'leaderboard';
        const document = { isPublic: false, counts: COUNTS };
        return Promise.resolve(new Map(isHere ? ids.map((id) => [id, stored<Document>(document)]) : []));
      },
      count: (where) => {
        this.asked.push({ view: name, query: { where, limit: 1 }, isCount: true });
        return Promise.resolve(0);
      },
      find: (query) => {
        this.asked.push({ view: name, query, isCount: false });
        return Promise.resolve(name === 'names' ? [stored<Document>({ accountId: 'ann' })] : []);
      },
    };
  }
}

/** The conditions of a filter that must all match, by field. */
function conditionsOf(filter: Filter): { field: string; comparison: Comparison }[] {
  return Object.entries(filter).flatMap(([field, condition]) => {
    if (field === '$and') return (condition as readonly Filter[]).flatMap(conditionsOf);
    if (field === '$or') return [];
    const isPlain = condition === null || typeof condition !== 'object';
    return [{ field, comparison: (isPlain ? { $eq: condition } : condition) as Comparison }];
  });
}

const isEquality = ({ $eq, $in }: Comparison) => $eq !== undefined || $in !== undefined;

/**
 * Whether an index serves a list completely: it starts with the fields of equality conditions, in any order, followed
 * by the sort fields in the same order, with equal or all reversed directions.
 */
function covers({ fields }: IndexSpec, { where = {}, sort }: Query): boolean {
  const index = sortFields(fields);
  const fixed = new Set(
    conditionsOf(where)
      .filter(({ comparison }) => isEquality(comparison))
      .map(({ field }) => field),
  );
  if (!index.slice(0, fixed.size).every(([field]) => fixed.has(field))) return false;
  const rest = index.slice(fixed.size);
  const wanted = sortFields(sort);
  const [[, direction] = ['_id', 1]] = wanted;
  // Without a sort, any order is right.
  const turn = sort === undefined ? (rest[0]?.[1] ?? 1) : direction * (rest[0]?.[1] ?? 1);
  return wanted.every(([field, way], offset) => {
    const [indexed, up] = rest[offset] ?? [];
    return indexed === field && (sort === undefined || up === way * turn);
  });
}

/** Whether an index serves a count: it starts with the fields of equality conditions, followed by that of a range. */
function counts({ fields }: IndexSpec, { where = {} }: Query): boolean {
  const index = sortFields(fields).map(([field]) => field);
  const conditions = conditionsOf(where);
  const fixed = new Set(
    conditions.filter(({ comparison }) => isEquality(comparison)).map(({ field }) => field),
  );
  const ranges = new Set(conditions.map(({ field }) => field).filter((field) => !fixed.has(field)));
  const next = fixed.size;
  return (
    index.slice(0, next).every((field) => fixed.has(field)) &&
    ranges.size <= 1 &&
    [...ranges].every((field) => index[next] === field)
  );
}

/** The indexes that serve the alternatives of an `$or`, one for each; empty if one has none, or if there is a sort. */
function indexesOfAlternatives(
  indexes: readonly IndexSpec[],
  { where = {}, sort }: Query,
): readonly IndexSpec[] {
  const alternatives = (where.$or ?? []).map((way) =>
    indexes.find((index) => covers(index, { where: way, limit: 1 })),
  );
  return sort === undefined && !alternatives.includes(undefined)
    ? alternatives.filter((index) => index !== undefined)
    : [];
}

/** Whether a query searches inside strings, which no index can serve. */
const looksInside = ({ where = {} }: Query) =>
  conditionsOf(where).some(({ comparison }) => comparison.$contains !== undefined);

const isServed = (indexes: readonly IndexSpec[], query: Query) =>
  indexes.some((index) => covers(index, query)) ||
  indexesOfAlternatives(indexes, query).length > 0 ||
  looksInside(query);

type Methods = Record<string, (...args: unknown[]) => unknown>;

function methodsOf({ name, prototype }: Type): { name: string; methods: Methods; method: string }[] {
  const methods = prototype as Methods;
  return Object.getOwnPropertyNames(methods)
    .filter((method) => method !== 'constructor')
    .map((method) => ({ name: `${name}.${method}`, methods, method }));
}

/** Records whether a method is called, until `restore`: other test files use the same classes. */
function noteCalls({ name, methods, method }: ReturnType<typeof methodsOf>[number]) {
  const original = methods[method] as Methods[string];
  const restore = () => {
    methods[method] = original;
  };
  const note = { name, isCalled: false, restore };
  methods[method] = function noted(this: unknown, ...args) {
    note.isCalled = true;
    return original.apply(this, args);
  };
  return note;
}

describe('the declared indexes', () => {
  const views = new SpyingViews();
  let unasked: string[];

  beforeAll(async () => {
    const methods = (await classesOfReaders()).flatMap(methodsOf);
    const notes = methods.map(noteCalls);
    await askEverything(readersOver(views));
    for (const { restore } of notes) restore();
    unasked = notes.filter(({ isCalled }) => !isCalled).map(({ name }) => name);
  });

  it('are checked for every method of every reader', () => {
    expect(unasked).toEqual([]);
  });

  it.each(projections.map(({ name, indexes }) => [name, indexes] as const))(
    'serve every list of %s: equality conditions first, then the sort',
    (name, indexes) => {
      const lists = views.asked.filter(({ view }) => view === name);
      for (const { query, isCount } of lists) {
        const isDone = isCount ? indexes.some((index) => counts(index, query)) : isServed(indexes, query);
        expect({ view: name, query, isServed: isDone }).toMatchObject({ isServed: true });
      }
      // A view without lists needs no index, and every index must serve a list.
      for (const index of indexes) {
        const isUsed = lists.some(
          ({ query, isCount }) =>
            (isCount && counts(index, query)) ||
            covers(index, query) ||
            indexesOfAlternatives(indexes, query).includes(index),
        );
        expect({ view: name, index, isUsed }).toMatchObject({ isUsed: true });
      }
    },
  );

  it('are distinguished from indexes that do not serve a query', () => {
    const index = { fields: { open: 1, score: -1 } } as const;
    const served: Query[] = [
      { where: { open: true }, sort: { score: -1 }, limit: 1 },
      { where: { open: true }, sort: { score: 1 }, limit: 1 },
      { where: { $and: [{ open: { $in: [true] } }] }, sort: { score: -1, _id: -1 }, limit: 1 },
      { where: { open: true, score: { $lt: 3 } }, sort: { score: -1 }, limit: 1 },
      { sort: { open: 1, score: -1 }, limit: 1 },
      { sort: { open: -1, score: 1 }, limit: 1 },
    ];
    const unserved: Query[] = [
      { where: { open: true }, limit: 1, sort: { name: 1 } },
      { where: { score: 3 }, sort: { open: 1 }, limit: 1 },
      { where: { open: true, name: 'a' }, sort: { score: -1 }, limit: 1 },
      { where: { open: true }, sort: { score: -1, _id: 1 }, limit: 1 },
      { where: { open: { $ne: true } }, sort: { score: -1 }, limit: 1 },
      { sort: { open: 1, score: 1 }, limit: 1 },
      { where: { open: true, $or: [{ name: 'a' }] }, limit: 1 },
    ];
    expect(served.map((query) => isServed([index], query))).toEqual(served.map(() => true));
    expect(unserved.map((query) => isServed([index], query))).toEqual(unserved.map(() => false));
  });
});
