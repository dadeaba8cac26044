import type { Catalogue } from '../../kernel/event.js';

export interface CommentLikeEvents {
  /** A user likes a comment. */
  CommentLiked: { commentId: string; postId: string; userId: string };
  /** A user removed their like. */
  CommentUnliked: { commentId: string; postId: string; userId: string };
}

export const commentLikeEvents: Catalogue<CommentLikeEvents> = {
  CommentLiked: {
    version: 1,
    trail: {
      says: '{actor} liked {commentId} on {postId}.',
      about: { commentId: 'comment', postId: 'post', userId: 'person' },
    },
  },
  CommentUnliked: {
    version: 1,
    trail: {
      says: '{actor} took back a like of {commentId} on {postId}.',
      about: { commentId: 'comment', postId: 'post', userId: 'person' },
    },
  },
};
