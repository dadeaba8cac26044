import { CommandBus } from '@nestjs/cqrs';
import { Like } from '../../domain/like/like.js';
import { LikesReader } from '../../projections/likes.js';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { PostId } from '../posts/posts.contract.js';
import { DONE, Done, LikeState } from './community.responses.js';
import { Facts } from './facts.service.js';
import { Route, Routes } from '../http/route.js';

@Routes('community', 'api/posts/:id/like', { errors: { 404: '' } })
export class LikesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly likes: LikesReader,
    private readonly facts: Facts,
  ) {}

  @Route('GET', '', { summary: 'Whether you like the post.', answer: LikeState })
  async likesPost(@PostId() id: string, @CurrentAccount() viewer: Account | null): Promise<LikeState> {
    const { postId } = await this.facts.postToRead(id, viewer?.id ?? null);
    return { liked: viewer !== null && (await this.likes.has(postId, viewer.id)) };
  }

  @Route('POST', '', { who: 'verified', summary: 'Likes the post. Idempotent.', answer: Done })
  async likePost(@PostId() id: string, @CurrentAccount() { id: userId }: Account): Promise<Done> {
    const post = await this.facts.post(id, userId);
    await this.commands.execute(Like.LikePost({ post, userId }));
    return DONE;
  }

  @Route('DELETE', '', {
    who: 'verified',
    summary: 'Removes your like of the post. Idempotent.',
    answer: Done,
  })
  async unlikePost(@PostId() id: string, @CurrentAccount() { id: userId }: Account): Promise<Done> {
    const post = await this.facts.post(id, userId);
    await this.commands.execute(Like.UnlikePost({ post, userId }));
    return DONE;
  }
}
