import type { Catalogue } from '../../kernel/event.js';

export interface RatingEvents {
  /** A user rated another user's post. The score is a whole number from 0 to 10. */
  Rated: { postId: string; ownerId: string; userId: string; score: number };
}

export const ratingEvents: Catalogue<RatingEvents> = {
  Rated: { version: 1 },
};
