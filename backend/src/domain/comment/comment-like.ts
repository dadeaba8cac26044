import { aggregate, type EventOf } from '../../kernel/aggregate.js';
import { requireVisible } from '../post/post-facts.js';
import type * as commands from './comment-like.commands.js';
import { commentLikeEvents } from './comment-like.events.js';

/** Whether one person likes one comment. */
export interface CommentLike {
  readonly given: boolean;
}

const likeComment = (
  { comment: { commentId, postId }, post, userId }: commands.LikeComment,
  like: CommentLike,
): EventOf<typeof commentLikeEvents>[] => {
  requireVisible(post, userId);
  return like.given ? [] : [{ type: 'CommentLiked', data: { commentId, postId, userId } }];
};

const unlikeComment = (
  { comment: { commentId, postId }, userId }: commands.UnlikeComment,
  like: CommentLike,
): EventOf<typeof commentLikeEvents>[] =>
  like.given ? [{ type: 'CommentUnliked', data: { commentId, postId, userId } }] : [];

type Key = commands.LikeComment | commands.UnlikeComment;

const initial: CommentLike = { given: false };

export const CommentLike = aggregate('commentLike', {
  id: ({ comment, userId }: Key) => `${comment.commentId}-${userId}`,
  initial,
  lastEventIsState: true,
  events: commentLikeEvents,
}).rules({
  evolve: { CommentLiked: () => ({ given: true }), CommentUnliked: () => ({ given: false }) },
  decide: { LikeComment: likeComment, UnlikeComment: unlikeComment },
});
