import { Inject, Injectable } from '@nestjs/common';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { wholeList } from '../whole-list.js';
import { type LikeDocument, likes } from './likes.projection.js';

/** Who likes which post. */
@Injectable()
export class LikesReader {
  private readonly likes: ViewReader<LikeDocument>;

  constructor(@Inject(Views) views: Views) {
    this.likes = views.of(likes);
  }

  /** Whether a person likes a post. */
  async has(postId: string, userId: string): Promise<boolean> {
    return (await this.likes.get(`${postId}-${userId}`)) !== null;
  }

  /** Every like that a person gives to a post, oldest first. */
  by(userId: string): Promise<readonly Stored<LikeDocument>[]> {
    return wholeList(this.likes, { userId }, { likedAt: 1 });
  }
}
