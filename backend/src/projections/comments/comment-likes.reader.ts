import { Injectable } from '@nestjs/common';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { wholeList } from '../whole-list.js';
import { type CommentLikeDocument, commentLikes } from './comment-likes.projection.js';

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
