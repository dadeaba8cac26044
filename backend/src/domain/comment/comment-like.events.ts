import type { Catalogue } from '../../kernel/event.js';

export interface CommentLikeEvents {
  /** Somebody likes a comment. */
  CommentLiked: { commentId: string; postId: string; userId: string };
  /** Somebody who liked it does so no more. */
  CommentUnliked: { commentId: string; postId: string; userId: string };
}

export const commentLikeEvents: Catalogue<CommentLikeEvents> = {
  CommentLiked: { version: 1 },
  CommentUnliked: { version: 1 },
};
