import { projection } from '../projection.js';

/** One person's like of one comment, under `{commentId}-{userId}`. Deleted when the like is removed. */
export interface CommentLikeDocument {
  readonly commentId: string;
  readonly postId: string;
  readonly userId: string;
  readonly likedAt: string;
}

export const commentLikes = projection<CommentLikeDocument>({
  name: 'comment-likes',
  version: 2,
  indexes: [{ fields: { userId: 1, likedAt: 1 } }, { fields: { userId: 1, postId: 1, likedAt: 1 } }],
  on: {
    CommentLiked: {
      ids: ({ data }) => [`${data.commentId}-${data.userId}`],
      fold: (_, { data: { commentId, postId, userId }, metadata }) => ({
        commentId,
        postId,
        userId,
        likedAt: metadata.at,
      }),
    },
    CommentUnliked: { ids: ({ data }) => [`${data.commentId}-${data.userId}`], fold: () => null },
  },
});
