import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Rejected } from '../../kernel/aggregate.js';
import { DeletePost } from '../../domain/post/post.commands.js';
import { post } from '../../domain/post/post.js';
import { WithdrawPicture } from '../../domain/post/publication.commands.js';
import { States } from '../../kernel/states.js';

/** Takes posts off the board at their owner's wish. */
@Injectable()
export class PostRemoval {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(States) private readonly states: States,
  ) {}

  /**
   * Deletes a post of this owner and gives its picture's place free. A break in between leaves the post gone, and the
   * place to the reaction that withdraws pictures.
   * @throws Rejected (notFound) for a post that is gone, is another's, or never was
   */
  async remove(postId: string, ownerId: string): Promise<void> {
    const { ownerId: owner, imageHash, deleted } = await this.states.of(post, postId);
    if (owner !== ownerId || deleted) throw new Rejected('notFound', 'Post not found');
    await this.commands.execute(new DeletePost({ postId, ownerId, because: 'owner' }));
    await this.commands.execute(new WithdrawPicture({ ownerId, imageHash, postId }));
  }
}
