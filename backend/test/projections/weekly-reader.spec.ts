import { UNRECORDED } from '../../src/domain/rating/rating.js';
import type { Standing } from '../../src/domain/week/week.js';
import { people } from '../../src/projections/accounts/people.js';
import { leaderboard } from '../../src/projections/leaderboard/leaderboard.js';
import { names } from '../../src/projections/names.js';
import { standings, weekly } from '../../src/projections/weekly/weekly.js';
import { useSite } from '../support/story-site.js';
import type { Happened } from '../support/given.js';
import { postPublished } from '../support/made-up.js';
import { destroyed, registered, shownAs } from '../support/people-story.js';

const site = useSite([people, names, leaderboard, weekly, standings]);

const LAST = '2026-W46';
const THIS = '2026-W47';
const publishedAt = '2026-11-21T09:00:00.000Z';
const ofScore = (score: number) => ({
  rating: {
    scores: { toeAlignment: score, toeNails: score, footShape: score, aesthetic: score },
    score,
    comment: '',
  },
});
const standing = (rank: number, postId: string, ownerId = 'ann'): Standing => ({
  rank,
  postId,
  ownerId,
  scoreTenths: 100 - rank,
  scoreCount: 1,
});
/** The events that close a week, its standings in parts of two. */
const closed = (week: string, ranked: readonly Standing[], closing = `c-${week}`): Happened[] => [
  ...Array.from({ length: Math.ceil(ranked.length / 2) }, (_, index): Happened => ({
    type: 'WeekRanked',
    data: { week, closing, standings: ranked.slice(2 * index, 2 * index + 2) },
  })),
  {
    type: 'WeekClosed',
    data: {
      week,
      startsAt: `begin of ${week}`,
      endsAt: `end of ${week}`,
      closing,
      ranks: ranked.length,
    },
  },
];
const ALL = { order: 'top', search: null, limit: 100, after: null } as const;

/** Six posts of this week, two of them tied, one hidden and one without a rating; and the remains of last week. */
const STORY: readonly Happened[] = [
  registered('ann', 'SunnyOtter4821'),
  ...shownAs('ann', 'Ann'),
  destroyed('gone'),
  postPublished('a', { ...ofScore(9.9), publishedAt }),
  postPublished('b1', { ...ofScore(9.5), publishedAt }),
  postPublished('b2', { ...ofScore(9.5), publishedAt }),
  postPublished('c', { ...ofScore(9), publishedAt }),
  postPublished('d', { ...ofScore(8), publishedAt }),
  postPublished('e', { ...ofScore(7), publishedAt }),
  postPublished('hidden', { ...ofScore(10), isPublic: false }),
  postPublished('unrated', { rating: null }),
  postPublished('old', { ...ofScore(6), week: LAST }),
  postPublished('old-hidden', { ...ofScore(6), week: LAST, isPublic: false }),
  postPublished('of-gone', { ...ofScore(5), week: LAST, ownerId: 'gone' }),
  postPublished('late', { ...ofScore(1), week: LAST }),
];

describe('the reader of weeks', () => {
  beforeAll(async () => {
    await site.tell(
      ...STORY,
      ...closed(LAST, [
        standing(1, 'old'),
        standing(2, 'deleted'),
        standing(3, 'of-gone', 'gone'),
        standing(4, 'old-hidden'),
      ]),
      ...closed('2026-W45', []),
      ...closed('2026-W44', [standing(1, 'long-gone')]),
      ...closed('2026-W43', [standing(1, 'longer-gone')]),
    );
  });

  it('lists the public posts of a week, best first, with their authors and ranks', async () => {
    const { posts } = await site.readers.weekly.runningBoard(THIS, { ...ALL, limit: 3 });
    expect(posts).toMatchObject([
      { id: 'a', rank: 1, removed: false, averageRating: '9.9', username: 'SunnyOtter4821' },
      { id: 'b1', rank: 2 },
      { id: 'b2', rank: 3 },
    ]);
    expect((await site.readers.weekly.runningBoard(THIS, ALL)).posts.map(({ id }) => id)).toEqual(
      'a b1 b2 c d e unrated'.split(' '),
    );
  });

  it('returns the standings that closing the week will store', async () => {
    expect(await site.readers.weekly.standings(LAST)).toEqual([
      { rank: 1, postId: 'old', ownerId: 'ann', scoreTenths: 60, scoreCount: 1 },
      { rank: 2, postId: 'of-gone', ownerId: 'gone', scoreTenths: 50, scoreCount: 1 },
      { rank: 3, postId: 'late', ownerId: 'ann', scoreTenths: 10, scoreCount: 1 },
    ]);
  });

  it('finds the first week with a post, public or not', async () => {
    expect(await site.readers.weekly.firstWeek()).toBe(LAST);
  });

  it('shows a closed week as it was closed; of deleted posts only their standing', async () => {
    const { readers } = site;
    const week = await readers.weekly.closedWeek(LAST);
    expect(week).toMatchObject({ startsAt: `begin of ${LAST}`, endsAt: `end of ${LAST}`, ranks: 4 });
    const board = await readers.weekly.closedBoard({ closing: `c-${LAST}` }, ALL);
    expect(board.posts).toMatchObject([
      { id: 'old', rank: 1, removed: false, averageRating: '9.9', ratingsCount: 0, displayUsername: 'Ann' },
      { id: 'deleted', rank: 2 },
      { id: 'of-gone', rank: 3 },
      { id: 'old-hidden', rank: 4 },
    ]);
    const removed = {
      id: 'of-gone',
      rank: 3,
      removed: true,
      averageRating: '9.7',
      ratingsCount: 0,
      aiScore: '5.0',
    };
    expect(board.posts[2]).toEqual(removed);
    expect(await readers.weekly.closedWeek(THIS)).toBeNull();
  });

  it('knows whether a week is closed', async () => {
    const weeks = await site.readers.weekly.closedAmong([LAST, THIS, '2026-W45']);
    expect(weeks).toEqual(new Set([LAST, '2026-W45']));
  });

  it('lists the first three of closed weeks as the hall of fame, newest first, page by page', async () => {
    const { weeks, next } = await site.readers.weekly.famousWeeks(2, null);
    expect(weeks.map(({ week }) => week)).toEqual([LAST, '2026-W44']);
    expect(next).toEqual(['2026-W44', '2026-W44']);
    expect(weeks[0]).toMatchObject({ startsAt: `begin of ${LAST}`, endsAt: `end of ${LAST}` });
    expect(weeks[0]?.winners).toEqual([
      {
        rank: 1,
        postId: 'old',
        averageRating: '9.9',
        ratingsCount: 0,
        aiScore: '6.0',
        removed: false,
        userId: 'ann',
        username: 'SunnyOtter4821',
        displayUsername: 'Ann',
        profilePictureUrl: '/images/picture-ann/320.webp',
        imageUrl: '/images/old/1280.webp',
        thumbhash: 'dGh1bWI=',
        width: 1280,
        height: 960,
      },
      ...[
        [2, 'deleted', '9.8', 1, null],
        [3, 'of-gone', '9.7', 0, '5.0'],
      ].map(([rank, postId, averageRating, ratingsCount, aiScore]) => ({
        rank,
        postId,
        averageRating,
        ratingsCount,
        aiScore,
        removed: true,
        userId: null,
        username: null,
        displayUsername: null,
        profilePictureUrl: null,
        imageUrl: null,
        thumbhash: null,
        width: null,
        height: null,
      })),
    ]);
    const rest = await site.readers.weekly.famousWeeks(1, next);
    expect([rest.weeks.map(({ week }) => week), rest.next]).toEqual([['2026-W43'], null]);
    expect((await site.readers.weekly.famousWeeks(3, null)).next).toBeNull();
  });
});

describe('the rank of a post', () => {
  beforeAll(async () => {
    const rated: Happened = {
      type: 'Rated',
      data: { postId: 'e', ownerId: 'ann', userId: 'bob', score: 8, ...UNRECORDED },
    };
    const first: Happened = {
      type: 'Rated',
      data: { postId: 'unrated', ownerId: 'ann', userId: 'bob', score: 3, ...UNRECORDED },
    };
    const ranked = ['p1', 'p2', 'p3', 'p4', 'old', 'of-gone'].map((id, index) => standing(index + 1, id));
    await site.tell(...STORY, rated, first, ...closed(LAST, ranked));
  });

  const rankOf = (postId: string, viewerId: string | null = null) =>
    site.readers.ranks.rank(postId, viewerId);

  it('contains the ranks and the reason', async () => {
    expect(await rankOf('e')).toEqual({
      aiScore: '7.0',
      ratingsCount: 1,
      ratingsSum: 8,
      averageRating: '7.5',
      boost: null,
      boostEndsAt: null,
      board: { place: 6, of: 10 },
      allTime: { place: 6, of: 10 },
      week: { week: THIS, isClosed: false, place: 6, of: 7 },
    });
    expect(await rankOf('unrated')).toMatchObject({ aiScore: null, ratingsCount: 1, ratingsSum: 3 });
  });

  it('is decided by the id for tied posts', async () => {
    expect(await rankOf('b1')).toMatchObject({ allTime: { place: 2 }, week: { place: 2 } });
    expect(await rankOf('b2')).toMatchObject({ allTime: { place: 3 }, week: { place: 3 } });
    expect(await rankOf('a')).toMatchObject({ allTime: { place: 1 }, week: { place: 1 } });
  });

  it('comes from the standings of a closed week; other posts have none', async () => {
    expect((await rankOf('old'))?.week).toEqual({ week: LAST, isClosed: true, place: 5, of: 6 });
    expect((await rankOf('late'))?.week).toEqual({ week: LAST, isClosed: true, place: null, of: 6 });
  });

  it('is null for a hidden post, and shown only to its owner', async () => {
    expect(await rankOf('hidden', 'ann')).toMatchObject({
      allTime: { place: null, of: 10 },
      week: { place: null, of: 7 },
    });
    expect(await rankOf('hidden', 'bob')).toBeNull();
    expect(await rankOf('hidden')).toBeNull();
    expect(await rankOf('nothing', 'ann')).toBeNull();
  });

  it('is a badge for the first five of a week', async () => {
    const badge = (postId: string) => site.readers.ranks.weekBadge(postId);
    expect(await badge('a')).toEqual({ week: THIS, isClosed: false, rank: 1 });
    expect(await badge('d')).toEqual({ week: THIS, isClosed: false, rank: 5 });
    expect(await badge('e')).toEqual({ week: THIS, isClosed: false, rank: null });
    expect(await badge('old')).toEqual({ week: LAST, isClosed: true, rank: 5 });
    expect(await badge('of-gone')).toEqual({ week: LAST, isClosed: true, rank: null });
    expect(await badge('hidden')).toBeNull();
    expect(await badge('nothing')).toBeNull();
  });

  it('is no badge for a post without ratings; without posts there is no first week', async () => {
    await site.tell(postPublished('unrated', { rating: null }));
    expect(await site.readers.ranks.weekBadge('unrated')).toEqual({
      week: THIS,
      isClosed: false,
      rank: null,
    });
    await site.tell();
    expect(await site.readers.weekly.firstWeek()).toBeNull();
  });
});
