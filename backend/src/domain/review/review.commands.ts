import type { Decider } from '../moderation/decisions.js';
import type { ReviewEvents } from './review.events.js';

/**
 * Reserve a post of the review queue for an admin, from `now` until `until` (ISO 8601). `round` is how often it was
 * decided before, as the queue shows it: a queue that is behind reserves nothing that is decided. `isNew` rejects a post
 * that the same admin has already, for example in another window.
 */
export type ClaimReview = {
  postId: string;
  ownerId: string;
  adminId: string;
  decider: Decider;
  round: number;
  now: string;
  until: string;
  isNew: boolean;
};

/** Give a post back to the queue. */
export type ReleaseReview = { postId: string; adminId: string };

/** Decide about a post that the admin has claimed. */
export type DecideReview = Omit<ReviewEvents['ReviewDecided'], 'note'> & { note: string; decider: Decider };
