import { CommandBus } from '@nestjs/cqrs';
import { Like } from '../../domain/like/like.js';
import { LikesReader } from '../../projections/likes.js';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { PostId } from '../posts/posts.contract.js';
import { DONE, Done, CommentId } from './community.contract.js';
import { Facts } from './facts.service.js';
import { Route, Routes } from '../http/route.js';
import { Flag } from '../../contract/fields.js';
import { CommentLike } from '../../domain/comment/comment-like.js';
import { CommentLikesReader } from '../../projections/comments/comment-likes.js';

/** Whether the signed-in user likes it; false for visitors. */
class LikeState {
  @Flag() readonly liked!: boolean;
}

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

@Routes('community', 'api/comments/:id/like', { errors: { 404: '' } })
export class CommentLikesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly likes: CommentLikesReader,
    private readonly facts: Facts,
  ) {}

  @Route('GET', '', { summary: 'Whether you like the comment.', answer: LikeState })
  async likesComment(@CommentId() id: string, @CurrentAccount() viewer: Account | null): Promise<LikeState> {
    await this.facts.commentToRead(id, viewer?.id ?? null);
    return { liked: viewer !== null && (await this.likes.has(id, viewer.id)) };
  }

  @Route('POST', '', { who: 'verified', summary: 'Likes the comment. Idempotent.', answer: Done })
  async likeComment(@CommentId() id: string, @CurrentAccount() { id: userId }: Account): Promise<Done> {
    const { comment, post } = await this.facts.commentOnPost(id, userId);
    await this.commands.execute(CommentLike.LikeComment({ comment, post, userId }));
    return DONE;
  }

  @Route('DELETE', '', {
    who: 'verified',
    summary: 'Removes your like of the comment. Idempotent.',
    answer: Done,
  })
  async unlikeComment(@CommentId() id: string, @CurrentAccount() { id: userId }: Account): Promise<Done> {
    const { comment } = await this.facts.commentOnPost(id, userId);
    await this.commands.execute(CommentLike.UnlikeComment({ comment, userId }));
    return DONE;
  }
}
