import { Controller, Delete, Get, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { LikeComment, UnlikeComment } from '../../domain/comment/comment-like.commands.js';
import { CommentLikesReader } from '../../projections/comments/comment-likes.reader.js';
import { type Account, CurrentAccount, Verified } from '../http/current-account.js';
import { ErrorBody } from '../http/error-body.js';
import { CommentId, DONE, Done, LikeState } from './community.requests.js';
import { Facts } from './facts.service.js';

@ApiTags('community')
@ApiNotFoundResponse({ type: ErrorBody })
@Controller('api/comments/:id/like')
export class CommentLikesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly likes: CommentLikesReader,
    private readonly facts: Facts,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Whether you like the comment.' })
  @ApiOkResponse({ type: LikeState })
  async likesComment(@CommentId() id: string, @CurrentAccount() viewer: Account | null): Promise<LikeState> {
    await this.facts.commentToRead(id, viewer?.id ?? null);
    return { liked: viewer !== null && (await this.likes.has(id, viewer.id)) };
  }

  @Post()
  @Verified()
  @HttpCode(HttpStatus.OK)
  @ApiOperation({ summary: 'Likes the comment. Idempotent.' })
  @ApiOkResponse({ type: Done })
  async likeComment(@CommentId() id: string, @CurrentAccount() { id: userId }: Account): Promise<Done> {
    const { comment, post } = await this.facts.commentOnPost(id, userId);
    await this.commands.execute(new LikeComment({ comment, post, userId }));
    return DONE;
  }

  @Delete()
  @Verified()
  @ApiOperation({ summary: 'Removes your like of the comment. Idempotent.' })
  @ApiOkResponse({ type: Done })
  async unlikeComment(@CommentId() id: string, @CurrentAccount() { id: userId }: Account): Promise<Done> {
    const { comment } = await this.facts.commentOnPost(id, userId);
    await this.commands.execute(new UnlikeComment({ comment, userId }));
    return DONE;
  }
}
