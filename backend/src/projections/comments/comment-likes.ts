import { Injectable } from '@nestjs/common';
import type { Stored } from '../../kernel/document-store.js';
import { type TypeOf, id, object, time } from '../../kernel/field.js';
import { readerOf, view } from '../view.js';

/** One person's like of one comment, under `{commentId}-{userId}`. Deleted when the like is removed. */
const CommentLike = object({ commentId: id, postId: id, userId: id, likedAt: time });
type CommentLikeDocument = TypeOf<typeof CommentLike>;

export const commentLikes = view('comment-likes', {
  version: 2,
  document: CommentLike,
  indexes: ['userId likedAt', 'userId postId likedAt'],
})
  .createdBy('commentId+userId', {
    CommentLiked: (_, { commentId, postId, userId }, { at }) => ({ commentId, postId, userId, likedAt: at }),
  })
  .changedBy('commentId+userId', { CommentUnliked: () => null });

@Injectable()
export class CommentLikesReader extends readerOf(commentLikes) {
  async has(commentId: string, userId: string): Promise<boolean> {
    return (await this.one(`${commentId}-${userId}`)) !== null;
  }

  /** The likes that a person gave to any of these comments, in one look-up. */
  async among(commentIds: readonly string[], userId: string): Promise<readonly CommentLikeDocument[]> {
    return [...(await this.documents.getMany(commentIds.map((of) => `${of}-${userId}`))).values()];
  }

  /** The likes that a person gave to comments on a post. */
  on(postId: string, userId: string): Promise<readonly CommentLikeDocument[]> {
    return this.all({ userId, postId }, { likedAt: 1 });
  }

  /** All likes that a person gave to comments, oldest first. */
  by(userId: string): Promise<readonly Stored<CommentLikeDocument>[]> {
    return this.all({ userId }, { likedAt: 1 });
  }
}
