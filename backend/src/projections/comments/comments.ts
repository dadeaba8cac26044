import type { ReasonCode } from '../../domain/moderation/reasons.js';
import { projection } from '../projection.js';

/** A comment, until it is deleted. */
export interface CommentDocument {
  readonly postId: string;
  readonly authorId: string;
  readonly parentId: string | null;
  /** Null once the author's key is destroyed: then the comment is not shown. */
  readonly text: string | null;
  readonly createdAt: string;
  readonly likesCount: number;
  /** Whether an admin hid its text. */
  readonly isHidden: boolean;
  /** The act that did. */
  readonly hidden: { readonly actId: string; readonly reason: ReasonCode; readonly at: string } | null;
}

export const comments = projection<CommentDocument>({
  name: 'comments',
  version: 3,
  isRemembered: true,
  ofLiving: (comment, isErased) => (isErased(comment.authorId) ? { ...comment, text: null } : comment),
  tellsOf: ({ _id, postId, authorId }) => [`comment-${_id}`, `post-${postId}`, `account-${authorId}`],
  indexes: [
    { fields: { createdAt: 1 } },
    { fields: { isHidden: 1, createdAt: 1 } },
    { fields: { postId: 1, isHidden: 1 } },
    { fields: { postId: 1, createdAt: -1 } },
    { fields: { postId: 1, parentId: 1, createdAt: -1 } },
    { fields: { parentId: 1, createdAt: 1 } },
    { fields: { authorId: 1, createdAt: -1 } },
  ],
  figures: ['likesCount'],
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
        isHidden: false,
        hidden: null,
      }),
    },
    CommentDeleted: { ids: ({ data }) => [data.commentId], fold: () => null },
    CommentHidden: {
      ids: ({ data }) => [data.commentId],
      fold: (comment, { data: { actId, reason }, metadata: { at } }) =>
        comment && { ...comment, isHidden: true, hidden: { actId, reason, at } },
    },
    CommentActUndone: {
      ids: ({ data }) => [data.commentId],
      fold: (comment) => comment && { ...comment, isHidden: false, hidden: null },
    },
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
