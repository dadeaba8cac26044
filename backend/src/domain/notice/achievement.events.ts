import type { Catalogue } from '../../kernel/event.js';

/** What a post may achieve. */
export type Achievement =
  /** One of the first five places of a week. */
  | { readonly kind: 'weeklyRank'; readonly rank: 1 | 2 | 3 | 4 | 5; readonly week: string }
  /** A rating of 9 or more, as it was shown. */
  | { readonly kind: 'highScore'; readonly score: string }
  /** So many people have rated it. */
  | { readonly kind: 'ratings'; readonly count: 10 | 50 | 100 };

export interface AchievementEvents {
  /** A post has achieved something, for the first time. */
  AchievementReached: { postId: string; ownerId: string; achievement: Achievement };
}

export const achievementEvents: Catalogue<AchievementEvents> = {
  AchievementReached: { version: 1 },
};
