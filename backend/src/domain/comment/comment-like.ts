import { aggregate } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { id } from '../../kernel/field.js';
import { type PostFacts, requireVisible } from '../post/post-facts.js';
import type { CommentFacts } from './comment.js';

interface OfLike {
  readonly comment: CommentFacts;
  readonly userId: string;
}

interface NewLike extends OfLike {
  readonly post: PostFacts;
}

const fields = { commentId: id, postId: id, userId: id };
const about = { commentId: 'comment', postId: 'post', userId: 'person' } as const;

/** Whether one person likes one comment. */
export const CommentLike = aggregate('commentLike', {
  id: ({ comment, userId }: OfLike) => `${comment.commentId}-${userId}`,
  initial: { given: false },
  lastEventIsState: true,
  events: {
    /** A user likes a comment. */
    CommentLiked: event(fields, '{actor} liked {commentId} on {postId}.', about),
    /** A user removed their like. */
    CommentUnliked: event(fields, '{actor} took back a like of {commentId} on {postId}.', about),
  },
}).rules({
  evolve: { CommentLiked: () => ({ given: true }), CommentUnliked: () => ({ given: false }) },
  decide: {
    /** Like a comment; liking it again changes nothing. */
    LikeComment({ comment: { commentId, postId }, post, userId }: NewLike, { given }) {
      requireVisible(post, userId);
      return given ? [] : [{ type: 'CommentLiked', data: { commentId, postId, userId } }];
    },
    /** Remove the like. */
    UnlikeComment: ({ comment: { commentId, postId }, userId }: OfLike, { given }) =>
      given ? [{ type: 'CommentUnliked', data: { commentId, postId, userId } }] : [],
  },
});
