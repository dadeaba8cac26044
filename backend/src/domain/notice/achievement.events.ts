import { type EventsOf, event } from '../../kernel/event.js';
import { type TypeOf, anyOf, id, named, object, oneOf, text, week } from '../../kernel/field.js';

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

export const achievementEvents = {
  /** A post reached an achievement for the first time. */
  AchievementReached: event(
    {
      postId: id,
      ownerId: id,
      achievement: Achievement,
    },
    '{actor} noted an achievement of {postId} by {ownerId}: {achievement|achievement}.',
    { postId: 'post', ownerId: 'person', 'achievement.week': 'week' },
  ),
};

export type AchievementEvents = EventsOf<typeof achievementEvents>;
