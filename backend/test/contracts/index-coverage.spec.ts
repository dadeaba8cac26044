import { CqrsModule, type IQuery, Query as BusQuery, QueryBus } from '@nestjs/cqrs';
import { Test, type TestingModule } from '@nestjs/testing';
import type { Type } from '@nestjs/common';
import type { IndexSpec, Stored, ViewReader } from '../../src/kernel/document-store.js';
import { type Comparison, type Filter, type Query, sortFields } from '../../src/kernel/query.js';
import {
  FindAccountOfRequest,
  FindDueDeletions,
  FindUser,
} from '../../src/projections/accounts/accounts.queries.js';
import { PublicPeople } from '../../src/projections/accounts/people.queries.js';
import {
  FindCommentFacts,
  FindCommentsOn,
  FindRepliesTo,
} from '../../src/projections/comments/comment-facts.queries.js';
import { FindCommentLikesOf, LikesComment } from '../../src/projections/comments/comment-likes.queries.js';
import { FindComments, FindCommentsOf } from '../../src/projections/comments/comments.queries.js';
import { FindPost, FindPosts } from '../../src/projections/leaderboard/leaderboard.queries.js';
import { FindLikesOf, LikesPost } from '../../src/projections/likes/likes.queries.js';
import { FindPostFacts } from '../../src/projections/leaderboard/post-facts.queries.js';
import { FindRatingBy, FindRatingsOf } from '../../src/projections/ratings/ratings.queries.js';
import { FindStreamsOf } from '../../src/projections/timelines/timelines.queries.js';
import { FindLivePosts } from '../../src/projections/leaderboard/live.queries.js';
import {
  FindUnpublishedPhotos,
  FindUnpublishedPhotosOf,
  HasNearCopy,
} from '../../src/projections/photos/photos.queries.js';
import { FindOwnPosts, FindProfilePosts } from '../../src/projections/profiles/profiles.queries.js';
import { FindPendingActivity } from '../../src/projections/activity/activity.queries.js';
import { FindPostFigures } from '../../src/projections/leaderboard/post-figures.queries.js';
import { FilterByName, SearchAuthors } from '../../src/projections/names/names.queries.js';
import { PublicViews, Views } from '../../src/kernel/projection.js';
import type { Projection } from '../../src/projections/projection.js';
import { projections } from '../../src/projections/projections.js';
import { FindRank, FindWeekBadge } from '../../src/projections/weekly/rank.queries.js';
import {
  FindFirstWeek,
  FindPostsOfWeek,
  FindStandings,
} from '../../src/projections/weekly/running-week.queries.js';
import {
  FindClosedBoard,
  FindClosedWeeks,
  FindFamousWeeks,
} from '../../src/projections/weekly/weekly.queries.js';
import { classesOfQueries, handlersIn } from '../support/asked-site.js';

/** One way at least to ask each query of the application: every list that it can lead to is in here. */
const QUESTIONS: readonly IQuery[] = [
  new FindUser('ann'),
  new FindAccountOfRequest('verification', 'id'),
  new FindAccountOfRequest('reset', 'id'),
  new FindDueDeletions(new Date(0)),
  new PublicPeople(['ann']),
  new SearchAuthors('ann'),
  new FilterByName('ann', ['ann']),
  new FindPendingActivity(new Date(0), 200),
  new FindPostFigures('post'),
  ...(['recent', 'top'] as const).flatMap((order) =>
    [null, 'ann'].flatMap((search) => [
      new FindPosts(order, 100, search, null),
      new FindPosts(order, 100, search, ['key', 'id']),
    ]),
  ),
  new FindPost('post', null),
  ...[null, ['key', 'id']].flatMap((after) => [
    new FindOwnPosts('ann', 100, after),
    new FindProfilePosts('ann', 100, after),
  ]),
  new FindPostFacts('post'),
  new FindRatingBy('post', 'ann'),
  new FindRatingsOf('ann'),
  new LikesPost('post', 'ann'),
  new FindLikesOf('ann'),
  new FindComments('post', 'ann'),
  new FindCommentsOf('ann'),
  new FindCommentFacts('comment'),
  new FindRepliesTo(['comment']),
  new FindCommentsOn('post'),
  new LikesComment('comment', 'ann'),
  new FindCommentLikesOf('ann'),
  new FindStreamsOf('ann'),
  new FindPostsOfWeek('2026-W47', 100),
  new FindStandings('2026-W47', 100),
  new FindFirstWeek(),
  new FindClosedBoard('2026-W46'),
  new FindClosedWeeks(['2026-W46']),
  new FindFamousWeeks(12, null),
  new FindFamousWeeks(12, ['2026-W46', '2026-W46']),
  new FindRank('post', null),
  new FindWeekBadge('post'),
  new FindLivePosts(['post']),
  new HasNearCopy('0123456789abcdef', 'ann'),
  new FindUnpublishedPhotos(new Date(0), new Date(0)),
  new FindUnpublishedPhotosOf('ann'),
];

function stored<Document>(document: object): Stored<Document> {
  return { _id: 'ann', _position: 1, ...document } as unknown as Stored<Document>;
}

/** A post as far as those who ask for one go on to ask for more. */
const POST = { isPublic: true, week: '2026-W47', picture: {}, scoreTenths: 0, scoreCount: 0 };

/** Has something for whoever looks for people, so that what is asked next is asked, and notes every list. */
class SpyingViews extends Views {
  readonly asked: { readonly view: string; readonly query: Query; readonly isCount: boolean }[] = [];

  of<Document extends object>({ name }: Projection<Document>): ViewReader<Document> {
    return {
      get: () =>
        Promise.resolve(name === 'leaderboard' ? stored<Document>({ ...POST, publicRank: 'rank' }) : null),
      getMany: (ids) =>
        Promise.resolve(new Map(name === 'authors' ? ids.map((id) => [id, stored<Document>({})]) : [])),
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

/** The parts of a filter that all must hold, by field. */
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
 * Whether an index serves a list from beginning to end: it begins with the fields that are fixed, in whatever order, and goes on with those of
 * the sort, in its order and direction or all the other way.
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
  // Where no order is asked for, any will do.
  const turn = sort === undefined ? (rest[0]?.[1] ?? 1) : direction * (rest[0]?.[1] ?? 1);
  return wanted.every(([field, way], place) => {
    const [indexed, up] = rest[place] ?? [];
    return indexed === field && (sort === undefined || up === way * turn);
  });
}

/** Whether an index is enough to count by: it begins with the fields that are fixed, and goes on with that of a range. */
function counts({ fields }: IndexSpec, { where = {} }: Query): boolean {
  const index = sortFields(fields).map(([field]) => field);
  const conditions = conditionsOf(where);
  const fixed = new Set(
    conditions.filter(({ comparison }) => isEquality(comparison)).map(({ field }) => field),
  );
  const ranges = new Set(conditions.map(({ field }) => field).filter((field) => !fixed.has(field)));
  const place = fixed.size;
  return (
    index.slice(0, place).every((field) => fixed.has(field)) &&
    ranges.size <= 1 &&
    [...ranges].every((field) => index[place] === field)
  );
}

/** The indexes that the ways to match an `$or` begin, one for each; none if one of them has none, or an order is asked for. */
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

/** What no index can serve: a text somewhere inside others. */
const looksInside = ({ where = {} }: Query) =>
  conditionsOf(where).some(({ comparison }) => comparison.$contains !== undefined);

const isServed = (indexes: readonly IndexSpec[], query: Query) =>
  indexes.some((index) => covers(index, query)) ||
  indexesOfAlternatives(indexes, query).length > 0 ||
  looksInside(query);

describe('the declared indexes', () => {
  const views = new SpyingViews();
  let app: TestingModule;
  let classes: Type[];

  beforeAll(async () => {
    classes = await classesOfQueries();
    app = await Test.createTestingModule({
      imports: [CqrsModule.forRoot()],
      providers: [
        ...handlersIn(classes),
        { provide: Views, useValue: views },
        { provide: PublicViews, useValue: views },
      ],
    }).compile();
    await app.init();
    for (const question of QUESTIONS) await app.get(QueryBus).execute(question);
  });
  afterAll(() => app.close());

  it('are looked at for every query that there is', () => {
    const queries = classes.filter(({ prototype }) => prototype instanceof BusQuery);
    expect(queries.length).toBeGreaterThan(0);
    const asked = new Set(QUESTIONS.map(({ constructor }) => constructor));
    expect(queries.filter((query) => !asked.has(query))).toEqual([]);
  });

  it.each(projections.map(({ name, indexes }) => [name, indexes] as const))(
    'serve every list of %s: what is fixed first, then the order',
    (name, indexes) => {
      const lists = views.asked.filter(({ view }) => view === name);
      for (const { query, isCount } of lists) {
        const isDone = isCount ? indexes.some((index) => counts(index, query)) : isServed(indexes, query);
        expect({ view: name, query, isServed: isDone }).toMatchObject({ isServed: true });
      }
      // A view without a list needs no index; one with indexes has lists that they are for.
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

  it('are told from those that do not serve', () => {
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
