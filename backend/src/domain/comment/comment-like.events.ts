import { type EventsOf, event } from '../../kernel/event.js';
import { id } from '../../kernel/field.js';

export const commentLikeEvents = {
  /** A user likes a comment. */
  CommentLiked: event({
    version: 1,
    data: {
      commentId: id,
      postId: id,
      userId: id,
    },
    trail: {
      says: '{actor} liked {commentId} on {postId}.',
      about: { commentId: 'comment', postId: 'post', userId: 'person' },
    },
  }),
  /** A user removed their like. */
  CommentUnliked: event({
    version: 1,
    data: {
      commentId: id,
      postId: id,
      userId: id,
    },
    trail: {
      says: '{actor} took back a like of {commentId} on {postId}.',
      about: { commentId: 'comment', postId: 'post', userId: 'person' },
    },
  }),
};

export type CommentLikeEvents = EventsOf<typeof commentLikeEvents>;
