import { type EventsOf, event } from '../../kernel/event.js';
import { id } from '../../kernel/field.js';

export const commentLikeEvents = {
  /** A user likes a comment. */
  CommentLiked: event(
    {
      commentId: id,
      postId: id,
      userId: id,
    },
    '{actor} liked {commentId} on {postId}.',
    { commentId: 'comment', postId: 'post', userId: 'person' },
  ),
  /** A user removed their like. */
  CommentUnliked: event(
    {
      commentId: id,
      postId: id,
      userId: id,
    },
    '{actor} took back a like of {commentId} on {postId}.',
    { commentId: 'comment', postId: 'post', userId: 'person' },
  ),
};

export type CommentLikeEvents = EventsOf<typeof commentLikeEvents>;
