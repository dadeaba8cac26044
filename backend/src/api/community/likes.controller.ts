import { Controller, Delete, Get, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { LikePost, UnlikePost } from '../../domain/like/like.commands.js';
import { LikesReader } from '../../projections/likes/likes.reader.js';
import { type Account, CurrentAccount, Verified } from '../http/current-account.js';
import { ErrorBody } from '../http/error-body.js';
import { PostId } from '../posts/posts.requests.js';
import { DONE, Done, LikeState } from './community.requests.js';
import { Facts } from './facts.service.js';

@ApiTags('community')
@ApiNotFoundResponse({ type: ErrorBody })
@Controller('api/posts/:id/like')
export class LikesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly likes: LikesReader,
    private readonly facts: Facts,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Whether you like the post.' })
  @ApiOkResponse({ type: LikeState })
  async likesPost(@PostId() id: string, @CurrentAccount() viewer: Account | null): Promise<LikeState> {
    const { postId } = await this.facts.postToRead(id, viewer?.id ?? null);
    return { liked: viewer !== null && (await this.likes.has(postId, viewer.id)) };
  }

  @Post()
  @Verified()
  @HttpCode(HttpStatus.OK)
  @ApiOperation({ summary: 'Likes the post. Idempotent.' })
  @ApiOkResponse({ type: Done })
  async likePost(@PostId() id: string, @CurrentAccount() { id: userId }: Account): Promise<Done> {
    const post = await this.facts.post(id, userId);
    await this.commands.execute(new LikePost({ post, userId }));
    return DONE;
  }

  @Delete()
  @Verified()
  @ApiOperation({ summary: 'Removes your like of the post. Idempotent.' })
  @ApiOkResponse({ type: Done })
  async unlikePost(@PostId() id: string, @CurrentAccount() { id: userId }: Account): Promise<Done> {
    const post = await this.facts.post(id, userId);
    await this.commands.execute(new UnlikePost({ post, userId }));
    return DONE;
  }
}
