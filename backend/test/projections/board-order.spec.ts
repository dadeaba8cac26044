import type { Scalar } from '../../src/kernel/query.js';
import { people } from '../../src/projections/accounts/people.js';
import { leaderboard } from '../../src/projections/leaderboard/leaderboard.js';
import { applied, boostEnded } from '../support/boosts.js';
import type { Happened } from '../support/given.js';
import { postPublished } from '../support/made-up.js';
import { useSite } from '../support/story-site.js';

const at = (minute: number) => `2026-11-21T09:${String(minute).padStart(2, '0')}:00.000Z`;

let now = new Date(at(30));
const site = useSite([people, leaderboard], { now: () => now });

describe('the board of all posts', () => {
  const page = (
    order: 'recent' | 'top',
    limit: number,
    after: readonly Scalar[] | null,
    search: string | null = null,
  ) => site.readers.leaderboard.page(order, search, { limit, after });

  /** Five posts, the later the better, two with a regular boost and one with a mega boost. */
  const FIVE: readonly Happened[] = [
    ...[1, 2, 3, 4, 5].map((score) => {
      const scores = { toeAlignment: 1, toeNails: 1, footShape: 1, aesthetic: 1 };
      return postPublished(`p${score}`, { publishedAt: at(score), rating: { scores, score, comment: '' } });
    }),
    applied('p1', { boostId: 'b1', boostType: 'mega', appliedAt: at(10), expiresAt: at(40) }),
    applied('p2', { boostId: 'b2', appliedAt: at(10), expiresAt: at(35) }),
    applied('p4', { boostId: 'b4', appliedAt: at(10), expiresAt: at(35) }),
  ];
  const idsAt = async (time: string, order: 'recent' | 'top' = 'top') => {
    now = new Date(time);
    return (await page(order, 10, null)).posts.map(({ id }) => id);
  };

  it('has posts with a mega boost first, then those with a regular one, each group in order', async () => {
    await site.tell(...FIVE);
    for (const order of ['top', 'recent'] as const) {
      expect(await idsAt(at(30), order)).toEqual(['p1', 'p4', 'p2', 'p5', 'p3']);
    }
  });

  it('moves a post at the very moment when its boost ends, whether or not the end is recorded', async () => {
    for (const recorded of [[], [boostEnded('p2', at(35), 'b2'), boostEnded('p4', at(35), 'b4')]]) {
      await site.tell(...FIVE, ...recorded);
      expect(await idsAt(at(35))).toEqual(['p1', 'p5', 'p4', 'p3', 'p2']);
    }
    await site.tell(...FIVE);
    expect(await idsAt('2026-11-21T09:34:59.999Z')).toEqual(['p1', 'p4', 'p2', 'p5', 'p3']);
    expect(await idsAt(at(40))).toEqual(['p5', 'p4', 'p3', 'p2', 'p1']);
  });

  it('shows the boost of a post everywhere, by the clock', async () => {
    await site.tell(...FIVE);
    const { leaderboard: posts, weekly: weeks } = site.readers;
    const shownAt = async (time: string) => {
      now = new Date(time);
      const [own, profile, live, one, board, week] = await Promise.all([
        posts.ownPostsOf('ann', { limit: 10, after: null }),
        posts.publicPostsOf('ann', { limit: 10, after: null }),
        posts.live(['p1']),
        posts.post('p1', null),
        page('top', 10, null),
        weeks.runningBoard('2026-W47', { order: 'top', search: null, limit: 10, after: null }),
      ]);
      const all = [own.posts, profile.posts, live, [one], board.posts, week.posts].map((list) =>
        list.find((post) => post?.id === 'p1'),
      );
      return all.map((post) => [post?.isBoosted, post?.boostType]);
    };
    expect(await shownAt(at(39))).toEqual(Array.from({ length: 6 }, () => [true, 'mega']));
    expect(await shownAt(at(40))).toEqual(Array.from({ length: 6 }, () => [false, null]));
  });

  it('ranks by rating alone in a week', async () => {
    await site.tell(...FIVE);
    now = new Date(at(30));
    const part = { order: 'top', search: null, limit: 10, after: null } as const;
    const week = await site.readers.weekly.runningBoard('2026-W47', part);
    expect(week.posts.map(({ id, rank }) => [id, rank])).toEqual(
      [5, 4, 3, 2, 1].map((score) => [`p${score}`, 6 - score]),
    );
  });

  it('lists which boosts ended in a time', async () => {
    await site.tell(...FIVE);
    const ended = (from: string, to: string) => site.readers.leaderboard.boostsEnded(from, to);
    expect(await ended(at(34), at(35))).toEqual(['p2', 'p4']);
    expect(await ended(at(35), at(39))).toEqual([]);
    expect(await ended(at(34), at(40))).toEqual(['p2', 'p4', 'p1']);
  });

  it('treats the time of a cursor as at most now and at least a day ago', async () => {
    await site.tell(...FIVE);
    now = new Date(at(30));
    const ids = async (time: string) =>
      (await page('top', 10, [time, 'mega', '', ''])).posts.map(({ id }) => id);
    expect(await ids('2027-01-01T00:00:00.000Z')).toEqual(await idsAt(at(30)));
    now = new Date(at(30));
    expect(await ids('')).toEqual(['p5', 'p4', 'p3', 'p2', 'p1']);
    expect((await page('top', 10, [at(30), 'none', '', ''])).posts.map(({ id }) => id)).toEqual(['p5', 'p3']);
  });
});
