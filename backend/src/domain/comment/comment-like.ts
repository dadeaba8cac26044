import type { Aggregate, EventOf } from '../../kernel/aggregate.js';
import { requireVisible } from '../post/post-facts.js';
import * as commands from './comment-like.commands.js';
import type { CommentLikeEvents } from './comment-like.events.js';

/** Whether one person likes one comment. */
export interface CommentLike {
  readonly given: boolean;
}

const likeComment = (
  { comment: { commentId, postId }, post, userId }: commands.LikeComment['data'],
  like: CommentLike,
): EventOf<CommentLikeEvents>[] => {
  requireVisible(post, userId);
  return like.given ? [] : [{ type: 'CommentLiked', data: { commentId, postId, userId } }];
};

const unlikeComment = (
  { comment: { commentId, postId }, userId }: commands.UnlikeComment['data'],
  like: CommentLike,
): EventOf<CommentLikeEvents>[] =>
  like.given ? [{ type: 'CommentUnliked', data: { commentId, postId, userId } }] : [];

export const commentLike: Aggregate<CommentLike, CommentLikeEvents, typeof commands> = {
  category: 'commentLike',
  id: ({ comment, userId }) => `${comment.commentId}-${userId}`,
  initial: { given: false },
  lastEventIsState: true,
  commands,
  decide: { LikeComment: likeComment, UnlikeComment: unlikeComment },
  evolve: { CommentLiked: () => ({ given: true }), CommentUnliked: () => ({ given: false }) },
};
