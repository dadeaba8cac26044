import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AchievementRecord, type Achievement } from '../../domain/notification/achievement.js';
import { ViewProgress } from '../../kernel/view-progress.js';
import { leaderboard } from '../../projections/leaderboard/leaderboard.js';
import { LeaderboardReader, type PostFigures } from '../../projections/leaderboard/leaderboard.reader.js';
import { standings, weekly } from '../../projections/weekly/weekly.js';
import { WeeklyReader } from '../../projections/weekly/weekly.reader.js';
import type { Reaction } from '../reaction.js';
import { haveSeen } from '../seen-views.js';

const HIGH_TENTHS = 90;
const ROUND_COUNTS = [10, 50, 100] as const;
const PRIZE_RANKS = [1, 2, 3, 4, 5] as const;

interface AboutPost {
  readonly data: { readonly postId: string };
  readonly position: number;
}

/**
 * Records what posts achieve: a rank in a closed week with at least one score, a high score, round vote counts. The stream accepts each
 * achievement once, so the reaction may read figures that are newer than the event.
 */
@Injectable()
export class Achievements implements Reaction {
  constructor(
    private readonly commands: CommandBus,
    private readonly posts: LeaderboardReader,
    private readonly weeks: WeeklyReader,
    private readonly views: ViewProgress,
  ) {}

  private readonly look = async ({ data: { postId }, position }: AboutPost) => {
    await haveSeen(this.views, [leaderboard], position);
    const figures = await this.posts.figures(postId);
    if (!figures) return;
    for (const achievement of achievedBy(figures)) await this.record(postId, figures.ownerId, achievement);
  };

  readonly name = 'achievements';
  readonly on: Reaction['on'] = {
    PostPublished: this.look,
    // While it was hidden, it achieved nothing.
    PostApproved: this.look,
    PostShown: this.look,
    PostActUndone: this.look,
    PostCheckEnded: this.look,
    Rated: this.look,
    WeekClosed: async ({ data: { week, closing }, position }) => {
      await haveSeen(this.views, [weekly, standings, leaderboard], position);
      const places = await this.weeks.places(week, closing, PRIZE_RANKS.length);
      for (const rank of PRIZE_RANKS) {
        const place = places.find((known) => known.rank === rank && known.scoreCount > 0);
        // A recount may close a week long after posts and people of it were deleted.
        if (!place || (await this.posts.facts(place.postId)) === null) continue;
        await this.record(place.postId, place.ownerId, { kind: 'weeklyRank', rank, week });
      }
    },
  };

  private record(postId: string, ownerId: string, achievement: Achievement): Promise<unknown> {
    return this.commands.execute(AchievementRecord.RecordAchievement({ postId, ownerId, achievement }));
  }
}

function achievedBy({ tenths, ratings }: PostFigures): Achievement[] {
  const high: Achievement = { kind: 'highScore', score: (tenths / 10).toFixed(1) };
  const counts = ROUND_COUNTS.filter((count) => ratings >= count);
  return [
    ...(tenths >= HIGH_TENTHS ? [high] : []),
    ...counts.map((count): Achievement => ({ kind: 'ratings', count })),
  ];
}
