import type { Catalogue } from '../../kernel/event.js';

export interface CommentLikeEvents {
  /** A user likes a comment. */
  CommentLiked: { commentId: string; postId: string; userId: string };
  /** A user removed their like. */
  CommentUnliked: { commentId: string; postId: string; userId: string };
}

export const commentLikeEvents: Catalogue<CommentLikeEvents> = {
  CommentLiked: { version: 1 },
  CommentUnliked: { version: 1 },
};
