import type { Catalogue } from '../../kernel/event.js';

export interface RatingEvents {
  /** Somebody gave somebody else's post a score: a whole number from 0 to 10. */
  Rated: { postId: string; ownerId: string; userId: string; score: number };
}

export const ratingEvents: Catalogue<RatingEvents> = {
  Rated: { version: 1 },
};
