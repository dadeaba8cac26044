import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Rejected } from '../../kernel/aggregate.js';
import { DeletePost } from '../../domain/post/post.commands.js';
import { WithdrawPicture } from '../../domain/post/publication.commands.js';
import { FindPost } from '../../projections/leaderboard/leaderboard.queries.js';

/** Takes posts off the board at their owner's wish. */
@Injectable()
export class PostRemoval {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {}

  /**
   * Deletes a post of this owner and gives its picture's place free. A break in between leaves the post gone, and the
   * place to the reaction that withdraws pictures.
   * @throws Rejected (notFound) for a post that is gone, is another's, or never was
   */
  async remove(postId: string, ownerId: string): Promise<void> {
    const post = await this.queries.execute(new FindPost(postId, ownerId));
    if (post?.userId !== ownerId) throw new Rejected('notFound', 'Post not found');
    await this.commands.execute(new DeletePost({ postId, ownerId, because: 'owner' }));
    await this.commands.execute(new WithdrawPicture({ ownerId, imageHash: post.imageHash, postId }));
  }
}
