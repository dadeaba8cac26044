import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Rejected } from '../../kernel/aggregate.js';
import { Post } from '../../domain/post/post.js';
import { PublishedPicture } from '../../domain/post/published-picture.js';
import { isRepetition } from '../../kernel/causation.js';
import { States } from '../../kernel/states.js';

@Injectable()
export class PostRemoval {
  constructor(
    private readonly commands: CommandBus,
    private readonly states: States,
  ) {}

  /**
   * Deletes a post of this owner and releases its picture, so that it can be published again. After a crash in
   * between, the post is gone and a reaction releases the picture.
   * @throws Rejected (notFound) if the post does not exist or belongs to another user
   */
  async remove(postId: string, ownerId: string): Promise<void> {
    const { ownerId: owner, imageHash, deleted } = await this.states.of(Post, postId);
    const isGone = deleted && !isRepetition();
    if (owner !== ownerId || isGone) throw new Rejected('notFound', 'Post not found');
    await this.commands.execute(Post.DeletePost({ postId, ownerId, because: 'owner' }));
    await this.commands.execute(PublishedPicture.WithdrawPicture({ ownerId, imageHash, postId }));
  }
}
