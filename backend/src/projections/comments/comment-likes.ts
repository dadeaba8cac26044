import { Injectable } from '@nestjs/common';
import { projection } from '../projection.js';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { wholeList } from '../whole-list.js';

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

@Injectable()
export class CommentLikesReader {
  private readonly likes: ViewReader<CommentLikeDocument>;

  constructor(views: Views) {
    this.likes = views.of(commentLikes);
  }

  async has(commentId: string, userId: string): Promise<boolean> {
    return (await this.likes.get(`${commentId}-${userId}`)) !== null;
  }

  /** The likes that a person gave to any of these comments, in one look-up. */
  async among(commentIds: readonly string[], userId: string): Promise<readonly CommentLikeDocument[]> {
    return [...(await this.likes.getMany(commentIds.map((id) => `${id}-${userId}`))).values()];
  }

  /** The likes that a person gave to comments on a post. */
  on(postId: string, userId: string): Promise<readonly CommentLikeDocument[]> {
    return wholeList(this.likes, { userId, postId }, { likedAt: 1 });
  }

  /** All likes that a person gave to comments, oldest first. */
  by(userId: string): Promise<readonly Stored<CommentLikeDocument>[]> {
    return wholeList(this.likes, { userId }, { likedAt: 1 });
  }
}
