import { leaderboard, shownTenths } from '../../src/projections/leaderboard/leaderboard.projection.js';
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
        scoreTenths: 74,
        scoreCount: 1,
        aiTenths: 74,
        likesCount: 0,
        commentsCount: 0,
        isPublic: true,
        isModerated: false,
        moderationFlags: [],
        publishedAt: '2026-11-21T09:00:00.000Z',
        week: '2026-W47',
        rank: '026 999999998 2026-11-21T09:00:00.000Z',
        publicRank: '026 999999998 2026-11-21T09:00:00.000Z',
      },
    }));

  it('ranks by the number shown, then by votes, then the older post first', () => {
    const best = rankOf('a', rated(10));
    const better = rankOf('b', rated(9.9));
    const older = rankOf('c', { ...rated(5), publishedAt: '2026-11-20T09:00:00.000Z' });
    const newer = rankOf('d', { ...rated(5), publishedAt: '2026-11-20T09:00:00.001Z' });
    const unrated = rankOf('e', { rating: null, publishedAt: '2020-01-01T00:00:00.000Z' });
    const lowest = rankOf('f', { ...rated(0), publishedAt: '2026-11-21T00:00:00.000Z' });
    expect([unrated, newer, best, lowest, older, better].toSorted()).toEqual([
      best,
      better,
      older,
      newer,
      lowest,
      unrated,
    ]);
  });

  it('shows a mean rounded half up, and no number before the first score', () => {
    expect(shownTenths({ scoreTenths: 149, scoreCount: 2 })).toBe(75);
    expect(shownTenths({ scoreTenths: 0, scoreCount: 0 })).toBe(0);
  });

  it('removes a deleted post', () => folding(leaderboard, postPublished('p1'), postDeleted('p1')).gives({}));

  it('ignores an unpublished photo', () =>
    folding(leaderboard, { type: 'PhotoDeleted', data: { photoId: 'p1' } }).gives({}));
});
