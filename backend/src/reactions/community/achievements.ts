import type { CommandBus } from '@nestjs/cqrs';
import { RecordAchievement } from '../../domain/notice/achievement.commands.js';
import type { Achievement } from '../../domain/notice/achievement.events.js';
import type { ViewProgress } from '../../kernel/view-progress.js';
import { leaderboard } from '../../projections/leaderboard/leaderboard.projection.js';
import type { LeaderboardReader, PostFigures } from '../../projections/leaderboard/leaderboard.reader.js';
import { standings } from '../../projections/weekly/standings.projection.js';
import { weekly } from '../../projections/weekly/weekly.projection.js';
import type { WeeklyReader } from '../../projections/weekly/weekly.reader.js';
import type { Reaction } from '../reaction.js';
import { haveSeen } from '../seen-views.js';

const HIGH_TENTHS = 90;
const ROUND_COUNTS = [10, 50, 100] as const;
const PRIZE_RANKS = [1, 2, 3, 4, 5] as const;

/** What the reaction works with. */
export interface AchievementParts {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly posts: Pick<LeaderboardReader, 'figures'>;
  readonly weeks: Pick<WeeklyReader, 'places'>;
  readonly views: Pick<ViewProgress, 'seen'>;
}

/**
 * Records what posts achieve: a rank in a closed week with at least one vote, a high score, round vote counts. The stream accepts each
 * achievement once, so the reaction may read figures that are newer than the event.
 */
export function achievements({ commands, posts, weeks, views }: AchievementParts): Reaction {
  const record = (postId: string, ownerId: string, achievement: Achievement) =>
    commands.execute(new RecordAchievement({ postId, ownerId, achievement }));
  const look = async (postId: string, position: number) => {
    await haveSeen(views, [leaderboard], position);
    const figures = await posts.figures(postId);
    if (!figures) return;
    for (const achievement of achievedBy(figures)) await record(postId, figures.ownerId, achievement);
  };
  return {
    name: 'achievements',
    on: {
      PostPublished: ({ data, position }) => look(data.postId, position),
      // While it was hidden, it achieved nothing.
      PostApproved: ({ data, position }) => look(data.postId, position),
      PostShown: ({ data, position }) => look(data.postId, position),
      PostActUndone: ({ data, position }) => look(data.postId, position),
      Rated: ({ data, position }) => look(data.postId, position),
      WeekClosed: async ({ data: { week, closing }, position }) => {
        await haveSeen(views, [weekly, standings], position);
        const places = await weeks.places(week, closing, PRIZE_RANKS.length);
        for (const rank of PRIZE_RANKS) {
          const place = places.find((known) => known.rank === rank && known.votes > 0);
          if (!place) continue;
          await record(place.postId, place.ownerId, { kind: 'weeklyRank', rank, week });
        }
      },
    },
  };
}

function achievedBy({ tenths, ratings }: PostFigures): Achievement[] {
  const high: Achievement = { kind: 'highScore', score: (tenths / 10).toFixed(1) };
  const counts = ROUND_COUNTS.filter((count) => ratings >= count);
  return [
    ...(tenths >= HIGH_TENTHS ? [high] : []),
    ...counts.map((count): Achievement => ({ kind: 'ratings', count })),
  ];
}
