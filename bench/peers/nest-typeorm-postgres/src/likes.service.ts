import { Injectable, NotFoundException } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Like, Post } from './entities.js';

/** Likes, at most one for each person and post, and their number on the post. Both change in one transaction. */
@Injectable()
export class LikesService {
  constructor(private readonly database: DataSource) {}

  /** Likes the post. Idempotent. */
  async like(postId: string, userId: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      await this.requirePost(manager, postId);
      const { raw } = await manager
        .createQueryBuilder()
        .insert()
        .into(Like)
        .values({ postId, userId })
        .orIgnore()
        .returning(['postId'])
        .execute();
      if ((raw as unknown[]).length > 0) await manager.increment(Post, { id: postId }, 'likesCount', 1);
    });
  }

  /** Unlikes the post. Idempotent. */
  async unlike(postId: string, userId: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      await this.requirePost(manager, postId);
      const { affected } = await manager.delete(Like, { postId, userId });
      if (affected) await manager.decrement(Post, { id: postId }, 'likesCount', 1);
    });
  }

  private async requirePost(manager: EntityManager, postId: string): Promise<void> {
    const post = await manager.findOneBy(Post, { id: postId });
    if (!post?.isPublic) throw new NotFoundException('Post not found');
  }
}
