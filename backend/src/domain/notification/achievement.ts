import { aggregate } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { type DataOf, type TypeOf, anyOf, id, named, object, oneOf, text, week } from '../../kernel/field.js';

/** An achievement of a post. */
export const Achievement = named(
  'Achievement',
  anyOf(
    /** One of the first five ranks of a week. */
    object({ kind: oneOf('weeklyRank'), rank: oneOf(1, 2, 3, 4, 5), week }),
    /** An average of 9 or more, as displayed. */
    object({ kind: oneOf('highScore'), score: text }),
    /** This many people have rated it. */
    object({ kind: oneOf('ratings'), count: oneOf(10, 50, 100) }),
  ),
);
export type Achievement = TypeOf<typeof Achievement>;

const fields = { postId: id, ownerId: id, achievement: Achievement };

/** Whether a post has reached one achievement. */
export const AchievementRecord = aggregate('achievement', {
  id: ({ postId, achievement }: DataOf<typeof fields>) => `${postId}-${achievementKey(achievement)}`,
  initial: { reached: false },
  events: {
    /** A post reached an achievement for the first time. */
    AchievementReached: event(
      fields,
      '{actor} awarded {postId} by {ownerId} a trophy: {achievement|achievement}.',
      { postId: 'post', ownerId: 'person', 'achievement.week': 'week' },
    ),
  },
}).rules({
  evolve: { AchievementReached: () => ({ reached: true }) },
  decide: {
    /** Record an achievement of a post. */
    RecordAchievement: (data: DataOf<typeof fields>, { reached }) =>
      reached ? [] : [{ type: 'AchievementReached', data }],
  },
});

/** The key under which a post reaches an achievement once; week, rank and score are not part of it. */
export function achievementKey(achievement: Achievement): string {
  if (achievement.kind === 'ratings') return `ratings-${achievement.count}`;
  return achievement.kind;
}
