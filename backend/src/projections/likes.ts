import { Injectable } from '@nestjs/common';
import type { Stored } from '../kernel/document-store.js';
import { type TypeOf, id, object, time } from '../kernel/field.js';
import { readerOf, view } from './view.js';

/** One person's like of one post, under `{postId}-{userId}`. Deleted when the like is removed. */
const Like = object({ postId: id, userId: id, likedAt: time });
type LikeDocument = TypeOf<typeof Like>;

export const likes = view('likes', { version: 1, document: Like, indexes: ['userId likedAt'] })
  .createdBy('postId+userId', {
    Liked: (_, { postId, userId }, { at }) => ({ postId, userId, likedAt: at }),
  })
  .changedBy('postId+userId', { Unliked: () => null });

/** Reads the likes of posts. */
@Injectable()
export class LikesReader extends readerOf(likes) {
  /** Whether a person likes a post. */
  async has(postId: string, userId: string): Promise<boolean> {
    return (await this.one(`${postId}-${userId}`)) !== null;
  }

  /** Those of these posts that a person likes, in one look-up. */
  async among(postIds: readonly string[], userId: string): Promise<readonly string[]> {
    const found = await this.documents.getMany(postIds.map((postId) => `${postId}-${userId}`));
    return [...found.values()].map(({ postId }) => postId);
  }

  /** All likes that a person gave to posts, oldest first. */
  by(userId: string): Promise<readonly Stored<LikeDocument>[]> {
    return this.all({ userId }, { likedAt: 1 });
  }
}
