import { Injectable } from '@nestjs/common';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { wholeList } from '../whole-list.js';
import { type LikeDocument, likes } from './likes.projection.js';

/** Reads the likes of posts. */
@Injectable()
export class LikesReader {
  private readonly likes: ViewReader<LikeDocument>;

  constructor(views: Views) {
    this.likes = views.of(likes);
  }

  /** Whether a person likes a post. */
  async has(postId: string, userId: string): Promise<boolean> {
    return (await this.likes.get(`${postId}-${userId}`)) !== null;
  }

  /** Those of these posts that a person likes, in one look-up. */
  async among(postIds: readonly string[], userId: string): Promise<readonly string[]> {
    const found = await this.likes.getMany(postIds.map((id) => `${id}-${userId}`));
    return [...found.values()].map(({ postId }) => postId);
  }

  /** All likes that a person gave to posts, oldest first. */
  by(userId: string): Promise<readonly Stored<LikeDocument>[]> {
    return wholeList(this.likes, { userId }, { likedAt: 1 });
  }
}
