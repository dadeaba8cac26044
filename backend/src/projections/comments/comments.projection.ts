import { projection } from '../projection.js';

/** A comment, until it is deleted. */
export interface CommentDocument {
  readonly postId: string;
  readonly authorId: string;
  /** The parent comment. */
  readonly parentId: string | null;
  /** Null once the author's key is destroyed: then the comment is not shown. */
  readonly text: string | null;
  readonly createdAt: string;
  readonly likesCount: number;
}

export const comments = projection<CommentDocument>({
  name: 'comments',
  version: 2,
  tellsOf: ({ _id, postId, authorId }) => [`comment-${_id}`, `post-${postId}`, `account-${authorId}`],
  indexes: [
    { fields: { postId: 1, createdAt: -1 } },
    { fields: { postId: 1, parentId: 1, createdAt: -1 } },
    { fields: { parentId: 1, createdAt: 1 } },
    { fields: { authorId: 1, createdAt: -1 } },
  ],
  on: {
    CommentPosted: {
      ids: ({ data }) => [data.commentId],
      fold: (_, { data: { postId, authorId, parent, text }, metadata }) => ({
        postId,
        authorId,
        parentId: parent && parent.commentId,
        text,
        createdAt: metadata.at,
        likesCount: 0,
      }),
    },
    CommentDeleted: { ids: ({ data }) => [data.commentId], fold: () => null },
    CommentLiked: {
      ids: ({ data }) => [data.commentId],
      fold: (comment) => comment && { ...comment, likesCount: comment.likesCount + 1 },
    },
    CommentUnliked: {
      ids: ({ data }) => [data.commentId],
      fold: (comment) => comment && { ...comment, likesCount: comment.likesCount - 1 },
    },
  },
});
