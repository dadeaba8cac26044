import type { Catalogue } from '../../kernel/event.js';

/** An achievement of a post. */
export type Achievement =
  /** One of the first five ranks of a week. */
  | { readonly kind: 'weeklyRank'; readonly rank: 1 | 2 | 3 | 4 | 5; readonly week: string }
  /** An average of 9 or more, as displayed. */
  | { readonly kind: 'highScore'; readonly score: string }
  /** This many people have rated it. */
  | { readonly kind: 'ratings'; readonly count: 10 | 50 | 100 };

export interface AchievementEvents {
  /** A post reached an achievement for the first time. */
  AchievementReached: { postId: string; ownerId: string; achievement: Achievement };
}

export const achievementEvents: Catalogue<AchievementEvents> = {
  AchievementReached: {
    version: 1,
    trail: {
      says: '{actor} noted an achievement of {postId} by {ownerId}: {achievement|achievement}.',
      about: { postId: 'post', ownerId: 'person', 'achievement.week': 'week' },
    },
  },
};
