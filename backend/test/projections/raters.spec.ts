import { UNRECORDED } from '../../src/domain/rating/rating.js';
import { leaderboard } from '../../src/projections/leaderboard/leaderboard.js';
import {
  raterPairs,
  type RaterDocument,
  raters,
  ringsAmong,
} from '../../src/projections/rating-fraud/raters.js';
import { type Happened, folding } from '../support/given.js';
import { postPublished } from '../support/made-up.js';
import { registered } from '../support/people-story.js';
import { useSite } from '../support/story-site.js';

const START = Date.parse('2026-11-21T09:00:00.000Z');
const MINUTE = 60;
const DAY = 86_400;
const at = (seconds: number) => new Date(START + seconds * 1000).toISOString();

let ratings = 0;
const rated = (ownerId: string, score: number, seconds: number, userId = 'bob'): Happened => {
  ratings += 1;
  return {
    type: 'Rated',
    data: { postId: `p${ratings}`, ownerId, userId, score, ...UNRECORDED },
    at: at(seconds),
  };
};
const many = (count: number, one: (index: number) => Happened) =>
  Array.from({ length: count }, (_, index) => one(index));
const NEW = registered('bob', 'bob', at(0));
const rater = (...story: Happened[]): RaterDocument | undefined =>
  folding(raters, NEW, ...story).document('bob');

const site = useSite([leaderboard, raters, raterPairs]);

describe('the signals of a rater', () => {
  it.each([
    ['four ratings for one', many(4, (n) => rated('ann', 7, n * MINUTE)), false],
    ['five ratings for one', many(5, (n) => rated('ann', 7, n * MINUTE)), true],
    ['4 of 5 for one', many(5, (n) => rated(n < 4 ? 'ann' : 'eve', 7, n * MINUTE)), true],
    ['4 of 6 for one', many(6, (n) => rated(n < 4 ? 'ann' : 'eve', 7, n * MINUTE)), false],
    ['five, all just within 7 days', many(5, (n) => rated('ann', 7, 7 * DAY - 1 - n)), true],
    ['five, one of them after 7 days', many(5, (n) => rated('ann', 7, 7 * DAY - 4 + n)), false],
  ])('tell whether a new account rates one person: %s', (_, story, expected) =>
    expect(rater(...story)?.signals.onePerson).toBe(expected),
  );

  it('count ratings for many people as not of one person', () =>
    expect(rater(...many(40, (n) => rated(`owner-${n}`, 7, n * MINUTE)))).toMatchObject({
      early: { count: 40 },
      signals: { onePerson: false },
    }));

  it.each([
    ['nine of 0 and 10', many(9, (n) => rated(`o${n}`, n % 2 ? 0 : 10, n * DAY)), false],
    ['ten of 0 and 10', many(10, (n) => rated(`o${n}`, n % 2 ? 0 : 10, n * DAY)), true],
    ['a 9 among them', many(11, (n) => rated(`o${n}`, n === 5 ? 9 : 10, n * DAY)), false],
  ])('tell whether all ratings are 0 or 10: %s', (_, story, expected) =>
    expect(rater(...story)?.signals.extremes).toBe(expected),
  );

  it.each([
    ['nine at once', many(9, () => rated('ann', 7, 8 * DAY)), false],
    ['ten within two minutes', many(10, (n) => rated(`o${n}`, 7, 8 * DAY + (n * 120) / 9)), true],
    ['ten in a little more', many(10, (n) => rated(`o${n}`, 7, 8 * DAY + n * 13.4)), false],
  ])('tell whether there was a burst: %s', (_, story, expected) =>
    expect(rater(...story)?.signals.burst).toBe(expected),
  );

  const served = (seconds: number, score: number, othersTenths: number | null = null): Happened => ({
    type: 'Rated',
    data: {
      postId: `s${seconds}`,
      ownerId: `o${seconds}`,
      userId: 'bob',
      score,
      via: 'rate',
      isYoung: false,
      othersTenths,
    },
    at: at(8 * DAY + seconds),
  });
  it.each<[string, Happened[], string[]]>([
    ['ten served ones in 90 s', many(10, (n) => served(n * 10, n % 9)), []],
    ['ten served ones in 15 s', many(10, (n) => served((n * 15) / 9, n % 9)), ['burst']],
    [
      'nine in 15 s and a chosen one',
      [...many(9, (n) => served(n, n % 9)), rated('ann', 7, 8 * DAY + 9)],
      [],
    ],
    ['one score in 30 s', many(10, (n) => served((n * 30) / 9, 7)), ['oneScore']],
    ['one score in 31 s', many(10, (n) => served((n * 31) / 9, 7)), []],
    ['another score among them', many(10, (n) => served((n * 30) / 9, n === 4 ? 6 : 7)), []],
    ['ten far below the others', many(10, (n) => served(n * 60, 4 + (n % 2), 75)), ['harsh']],
    ['ten a little less below', many(10, (n) => served(n * 60, 4 + (n % 2), 74)), []],
    [
      'nine far below, and one whose others are unknown',
      many(10, (n) => served(n * 60, 1, n ? 90 : null)),
      [],
    ],
  ])('judge served photos apart: %s', (_, story, expected) => {
    const { signals } = rater(...story) ?? { signals: {} };
    expect(Object.entries(signals).flatMap(([name, isOn]) => (isOn ? [name] : []))).toEqual(expected);
  });

  it('remember a burst that is over', () => {
    const story = [
      ...many(10, (n) => rated(`o${n}`, 7, 8 * DAY + n)),
      ...many(10, (n) => rated(`o${n}`, 7, 9 * DAY + n * DAY)),
    ];
    expect(rater(...story)).toMatchObject({
      signals: { burst: true },
      post: { fastestSeconds: 9 },
      isSuspicious: true,
    });
  });

  it('say which act excludes the person', () => {
    const act = { userId: 'bob', actId: 'x1' };
    const excluded: Happened = { type: 'RaterExcluded', data: { ...act, note: null } };
    const included: Happened = { type: 'RaterIncluded', data: { ...act, because: null } };
    expect(rater(excluded)?.excludedBy).toBe('x1');
    expect(rater(excluded, included)?.excludedBy).toBeNull();
  });
});

describe('rings of raters', () => {
  const pairs = (...arrows: string[]) =>
    ringsAmong(
      arrows.map((arrow) => {
        const [from = '', to = ''] = arrow.split('>');
        return { from, to };
      }),
    );

  it.each<[string, string[], string[][]]>([
    ['nobody', [], []],
    ['one direction only', ['a>b', 'b>c', 'a>c'], []],
    ['two', ['a>b', 'b>a'], [['a', 'b']]],
    ['three in a circle, and an outsider', ['d>a', 'a>b', 'b>c', 'c>a', 'c>e'], [['a', 'b', 'c']]],
    ['two circles that share a member', ['a>b', 'b>a', 'b>c', 'c>b'], [['a', 'b', 'c']]],
    [
      'two circles with a bridge of one direction',
      ['a>b', 'b>a', 'b>c', 'c>d', 'd>c'],
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
  ])('are people who reach each other: %s', (_, arrows, expected) =>
    expect(pairs(...arrows).toSorted()).toEqual(expected),
  );

  it('are found in a chain of thousands', () => {
    const arrows = many(5000, (n) => rated('', n, 0)).map((_, n) => `m${n}>m${(n + 1) % 5000}`);
    expect(pairs(...arrows)[0]).toHaveLength(5000);
  });

  it.each([
    [[9, 9], false],
    [[9, 9, 9], true],
    [[10, 9, 8], true],
    [[10, 8, 8], false],
  ])('need several high ratings: %j', (scores, isHigh) =>
    expect(
      folding(raterPairs, ...scores.map((score) => rated('ann', score, 0))).document('bob>ann')?.isHigh,
    ).toBe(isHigh),
  );
});

describe('the board without some ratings', () => {
  const published = (postId: string, score: number, changes: object = {}) =>
    postPublished(postId, {
      ownerId: `owner-${postId}`,
      rating: {
        scores: { toeAlignment: score, toeNails: score, footShape: score, aesthetic: score },
        score,
        comment: 'Nice.',
      },
      ...changes,
    });
  const vote = (postId: string, userId: string, score: number): Happened => ({
    type: 'Rated',
    data: { postId, ownerId: `owner-${postId}`, userId, score, ...UNRECORDED },
  });
  const ranks = (posts: readonly { postId: string; rank: number }[]) =>
    posts.map(({ postId, rank }) => `${rank} ${postId}`);

  it('is what it would be if they had never been given', async () => {
    const base = [
      published('a', 8),
      published('b', 7),
      published('c', 6),
      published('d', 5),
      published('e', 7),
    ];
    const honest = [vote('b', 'eve', 8), vote('d', 'eve', 5)];
    const bobs = [vote('c', 'bob', 10), vote('a', 'bob', 0), vote('d', 'bob', 9)];
    await site.tell(...base, ...honest);
    const before = await site.readers.whatIf.without([]);
    await site.tell(...base, ...honest, ...bobs);
    const compared = await site.readers.whatIf.without([
      { postId: 'c', score: 10 },
      { postId: 'a', score: 0 },
      { postId: 'd', score: 9 },
      { postId: 'gone', score: 3 },
    ]);
    expect(ranks(compared.board.now)).toEqual(['1 c', '2 b', '3 e', '4 d', '5 a']);
    expect(compared.board.without).toEqual(before.board.now);
    expect(ranks(compared.board.without)).toEqual(['1 a', '2 b', '3 e', '4 c', '5 d']);
    expect(compared.posts.map(({ now, without }) => [now.postId, now.rank, without.rank])).toEqual([
      ['a', 5, 1],
      ['c', 1, 4],
      ['d', 4, 5],
    ]);
    expect(compared.posts[0]).toMatchObject({
      now: { averageRating: '4.0' },
      without: { averageRating: '8.0' },
    });
  });

  it('ranks posts alike in rating, votes and hour by time and id', async () => {
    const alike = ['a', 'b', 'c'].map((id) => published(id, 7));
    await site.tell(...alike, vote('b', 'bob', 7));
    const { posts, board } = await site.readers.whatIf.without([{ postId: 'b', score: 7 }]);
    expect(posts.map(({ now, without }) => [now.rank, without.rank])).toEqual([[1, 2]]);
    expect(ranks(board.without)).toEqual(['1 a', '2 b', '3 c']);
  });

  it('leaves hidden posts out', async () => {
    await site.tell(published('a', 7), published('b', 7, { isPublic: false }), vote('b', 'bob', 7));
    const { posts } = await site.readers.whatIf.without([{ postId: 'b', score: 7 }]);
    expect(posts).toEqual([]);
  });

  it('lists suspicious raters by their last rating, page by page, and the rings', async () => {
    const fans = ['ann', 'eve', 'kim'].flatMap((userId, index) => [
      registered(userId, userId, at(0)),
      ...many(5, (n) => rated(userId === 'ann' ? 'eve' : 'ann', 10, index * 1000 + n, userId)),
    ]);
    await site.tell(...fans, registered('bob', 'bob', at(0)), rated('ann', 7, 9000));
    const first = await site.readers.raters.page(null, { limit: 2, after: null });
    expect(first.raters.map(({ _id }) => _id)).toEqual(['kim', 'eve']);
    const second = await site.readers.raters.page(null, { limit: 2, after: first.next });
    expect(second.raters.map(({ _id }) => _id)).toEqual(['ann']);
    expect(second.next).toBeNull();
    expect((await site.readers.raters.page('burst', { limit: 2, after: null })).raters).toEqual([]);
    expect(await site.readers.raters.rings()).toEqual([['ann', 'eve']]);
    expect(await site.readers.raters.mostRatedBy('kim')).toMatchObject([{ to: 'ann', count: 5, sum: 50 }]);
  });
});
