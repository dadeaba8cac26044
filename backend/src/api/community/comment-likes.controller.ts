import { CommandBus } from '@nestjs/cqrs';
import { CommentLike } from '../../domain/comment/comment-like.js';
import { CommentLikesReader } from '../../projections/comments/comment-likes.js';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { DONE, Done, LikeState } from './community.responses.js';
import { CommentId } from './community.requests.js';
import { Facts } from './facts.service.js';
import { Route, Routes } from '../http/route.js';

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
