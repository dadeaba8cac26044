import type { Decider } from '../moderation/decisions.js';
import type { GivenReason } from '../moderation/reasons.js';
import type { PostFacts } from '../post/post-facts.js';
import type { ParentFacts } from './comment-facts.js';
import type { CommentEvents } from './comment.events.js';

/**
 * Comment on a post, or reply to another comment on it. The text is already moderated. Repeating a command changes
 * nothing; a different comment with the same id is rejected.
 */
export type PostComment = {
  commentId: string;
  post: PostFacts;
  authorId: string;
  parent: ParentFacts | null;
  text: string;
};

/** Delete a comment. For `author`, only the author `by` may. */
export type DeleteComment = {
  commentId: string;
  by: string;
  because: CommentEvents['CommentDeleted']['because'];
};

/** Hide the text of a comment. `actId` is the id of the act. */
export type HideComment = GivenReason & { commentId: string; actId: string; decider: Decider };

/** Undo that. */
export type UndoCommentAct = {
  commentId: string;
  actId: string;
  decider: Decider;
  because: string;
};
