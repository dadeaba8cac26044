import type { Decider } from '../moderation/decisions.js';
import type { GivenReason } from '../moderation/reasons.js';
import type { Standing } from '../moderation/standing.js';
import type { PostEvents } from './post.events.js';

/**
 * Publish a photo on the board. Whether it is public at once depends on its flags and on the standing of its owner
 * (`domain/moderation/publication.ts`). The owner may repeat this command: nothing changes.
 */
export type PublishPost = Omit<PostEvents['PostPublished'], 'isPublic' | 'review' | 'standing'> & {
  standing: Standing;
};

/** Delete a post permanently. Only its owner may. */
export type DeletePost = Pick<PostEvents['PostDeleted'], 'postId' | 'ownerId'> & {
  because: 'owner' | 'account deleted';
};

/**
 * Delete a post that an admin removed, once it is time. Does nothing before, while an appeal is open, under legal hold, or
 * if the removal was undone.
 */
export type DeleteRemovedPost = { postId: string; now: string; hasOpenAppeal: boolean };

export interface PostDecision {
  postId: string;
  actId: string;
  decider: Decider;
}

/** Say that a post is fine. Makes it public if it waits for a review. */
export type ApprovePost = PostDecision;

/** Hide a post from all but its owner. */
export type HidePost = PostDecision & GivenReason;

/** Make a hidden post public again, or one that waits for a review. */
export type ShowPost = PostDecision & { given: GivenReason | null };

/** Remove a post: hide it from all but its owner, and delete its files after a time. */
export type RemovePost = PostDecision & GivenReason;

/**
 * Put a post with illegal content under legal hold: nobody but owners of the back office sees it, and its files are kept
 * until the hold is lifted.
 */
export type EscalatePost = PostDecision & GivenReason & { adminId: string };

/** Lift a legal hold. `actId` is the act that began it. */
export type LiftLegalHold = PostDecision & { adminId: string; because: string };

/** Undo one of the other acts. What later acts did stays. */
export type UndoPostAct = PostDecision & { because: string };
