import { UNRECORDED } from '../../src/domain/rating/rating.js';
import { unmoderated } from '../../src/domain/post/post-moderation.js';
import { leaderboard } from '../../src/projections/leaderboard/leaderboard.js';
import { averageTenths, scoresOf, standingScoresOf } from '../../src/projections/leaderboard/scores.js';
import { folding } from '../support/given.js';
import { postDeleted, postPublished } from '../support/made-up.js';

const rankOf = (id: string, changes: Parameters<typeof postPublished>[1] = {}) => {
  const rank = folding(leaderboard, postPublished(id, changes)).document(id)?.rank;
  if (rank === undefined) throw new Error('the post is not on the board');
  return rank;
};

const rated = (score: number) => ({
  rating: {
    scores: { toeAlignment: score, toeNails: score, footShape: score, aesthetic: score },
    score,
    comment: '',
  },
});

describe('the leaderboard', () => {
  it('contains a published post with sums and counts', () =>
    folding(leaderboard, postPublished('p1')).gives({
      p1: {
        ownerId: 'ann',
        picture: postPublished('p1').data.picture,
        aiTenths: 74,
        voteTenths: 0,
        voteCount: 0,
        likesCount: 0,
        commentsCount: 0,
        isPublic: true,
        moderation: unmoderated(false),
        isEscalated: false,
        checkedSince: null,
        isSheetPublic: false,
        moderationFlags: [],
        publishedAt: '2026-11-21T09:00:00.000Z',
        week: '2026-W47',
        rank: '026 999999999 2026-11-21T09:00:00.000Z',
        publicRank: '026 999999999 2026-11-21T09:00:00.000Z',
        boosts: [],
        boostId: null,
        tier: 'none',
        boostEndsAt: null,
        tierSince: null,
      },
    }));

  it('ranks posts of the same average by votes, and does not count the AI score as a vote', () => {
    const vote = {
      type: 'Rated',
      data: { postId: 'p', ownerId: 'ann', userId: 'bob', score: 5, ...UNRECORDED },
    } as const;
    const byVote = folding(leaderboard, postPublished('p', { rating: null }), vote).document('p')?.rank;
    expect(byVote && byVote < rankOf('p', rated(5))).toBe(true);
  });

  it('ranks by the number shown, then by votes, then the older post first', () => {
    const best = rankOf('a', rated(10));
    const better = rankOf('b', rated(9.9));
    const older = rankOf('c', { ...rated(5), publishedAt: '2026-11-20T09:00:00.000Z' });
    const newer = rankOf('d', { ...rated(5), publishedAt: '2026-11-20T09:00:00.001Z' });
    const unrated = rankOf('e', { rating: null, publishedAt: '2020-01-01T00:00:00.000Z' });
    const worst = rankOf('f', { ...rated(0), publishedAt: '2026-11-21T00:00:00.000Z' });
    expect([worst, unrated, newer, best, older, better].toSorted()).toEqual([
      best,
      better,
      older,
      newer,
      unrated,
      worst,
    ]);
  });

  it.each([
    [74, 0, 0, 74],
    [79, 70, 1, 75],
    [null, 149, 2, 75],
    [null, 0, 0, 0],
  ])(
    'averages an AI score of %p and votes of %d tenths by %d people to %d tenths',
    (aiTenths, voteTenths, voteCount, average) => {
      const scores = { aiTenths, voteTenths, voteCount };
      expect(averageTenths(scores)).toBe(average);
      expect(scoresOf(standingScoresOf(scores), aiTenths)).toEqual(scores);
    },
  );

  it('removes a deleted post', () => folding(leaderboard, postPublished('p1'), postDeleted('p1')).gives({}));

  it('ignores an unpublished photo', () =>
    folding(leaderboard, { type: 'PhotoDeleted', data: { photoId: 'p1' } }).gives({}));
});
