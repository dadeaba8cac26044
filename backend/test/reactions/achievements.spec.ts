import { UNRECORDED } from '../../src/domain/rating/rating.js';
import { CommandBus } from '@nestjs/cqrs';
import { AchievementRecord, type Achievement } from '../../src/domain/notification/achievement.js';
import type { Standing } from '../../src/domain/week/week.js';
import { ViewProgress } from '../../src/kernel/view-progress.js';
import { LeaderboardReader, type PostFigures } from '../../src/projections/leaderboard/leaderboard.reader.js';
import { WeeklyReader } from '../../src/projections/weekly/weekly.reader.js';
import { Achievements } from '../../src/reactions/community/achievements.js';
import { type Happened, recorded } from '../support/given.js';
import { made, stub } from '../support/made.js';
import { postPublished } from '../support/made-up.js';

const DELETED = 'p5';

/** The achievements that the reaction records for a post with these figures after `event`. */
async function achieved(
  figures: Partial<PostFigures> | null,
  event: Happened = postPublished('p1'),
  places: readonly Standing[] = [],
) {
  const written: { postId: string; ownerId: string; achievement: Achievement }[] = [];
  const reaction = made(
    Achievements,
    stub(CommandBus, {
      execute: (command: object) => {
        written.push((command as ReturnType<typeof AchievementRecord.RecordAchievement>).data);
        return Promise.resolve() as Promise<never>;
      },
    }),
    stub(LeaderboardReader, {
      figures: () => Promise.resolve(figures && { ownerId: 'ann', tenths: 0, ratings: 0, ...figures }),
      facts: (postId) =>
        Promise.resolve(
          postId === DELETED ? null : { postId, ownerId: 'ann', isPublic: true, isEscalated: false },
        ),
    }),
    stub(WeeklyReader, {
      places: (week, closing, limit) => {
        expect([week, closing, limit]).toEqual(['2026-W47', 'c1', 5]);
        return Promise.resolve(places);
      },
    }),
    stub(ViewProgress, { seen: () => Promise.resolve(true) }),
  );
  const [happened] = recorded([event]);
  const react = reaction.on[event.type] as ((event: unknown) => Promise<void>) | undefined;
  await react?.(happened);
  return written;
}

const achievedBy = async (figures: Partial<PostFigures>) =>
  (await achieved(figures)).map(({ achievement }) => achievement);

describe('the achievements of a post', () => {
  it.each([
    [89, []],
    [90, [{ kind: 'highScore', score: '9.0' }]],
    [91, [{ kind: 'highScore', score: '9.1' }]],
    [100, [{ kind: 'highScore', score: '10.0' }]],
  ])('include a high score from an average of %d tenths', async (tenths, expected) => {
    expect(await achievedBy({ tenths })).toEqual(expected);
  });

  it.each([
    [9, []],
    [10, [10]],
    [49, [10]],
    [50, [10, 50]],
    [99, [10, 50]],
    [100, [10, 50, 100]],
    [101, [10, 50, 100]],
  ])('include round numbers for %d ratings', async (ratings, counts) => {
    expect(await achievedBy({ ratings })).toEqual(counts.map((count) => ({ kind: 'ratings', count })));
  });

  it('belong to its owner, after a rating or its publication; a deleted post has none', async () => {
    const rated: Happened = {
      type: 'Rated',
      data: { postId: 'p2', ownerId: 'ann', userId: 'bob', score: 9, ...UNRECORDED },
    };
    expect(await achieved({ tenths: 90 }, rated)).toEqual([
      { postId: 'p2', ownerId: 'ann', achievement: { kind: 'highScore', score: '9.0' } },
    ]);
    expect(await achieved(null)).toEqual([]);
  });

  it('include the first five ranks of a closed week, of posts that exist and have a score, by the judge alone too', async () => {
    const places = [1, 2, 3, 4, 5].map((rank) => ({
      rank,
      postId: `p${rank}`,
      ownerId: `o${rank}`,
      scoreTenths: 74,
      scoreCount: rank === 2 ? 0 : 1,
    }));
    const closed: Happened = {
      type: 'WeekClosed',
      data: { week: '2026-W47', startsAt: '', endsAt: '', closing: 'c1', ranks: 6 },
    };
    expect(await achieved(null, closed, places)).toEqual(
      [1, 3, 4].map((rank) => ({
        postId: `p${rank}`,
        ownerId: `o${rank}`,
        achievement: { kind: 'weeklyRank', rank, week: '2026-W47' },
      })),
    );
    expect(await achieved(null, closed, places.slice(0, 3))).toHaveLength(2);
  });
});
