import { Body, Controller, Delete, Get, Inject, Post } from '@nestjs/common';
import {
  ApiConflictResponse,
  ApiCreatedResponse,
  ApiForbiddenResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiServiceUnavailableResponse,
  ApiTags,
  ApiUnprocessableEntityResponse,
} from '@nestjs/swagger';
import { Comment } from '../../projections/comments/comment.js';
import { CommentsReader } from '../../projections/comments/comments.reader.js';
import { type Account, CurrentAccount, NotSuspended, SignedIn, Verified } from '../http/current-account.js';
import { ErrorBody } from '../http/error-body.js';
import { PostId } from '../posts/posts.requests.js';
import { Commenting } from './commenting.service.js';
import { CommentId, CommentRequest, DONE, Done } from './community.requests.js';
import { Facts } from './facts.service.js';

@ApiTags('community')
@ApiNotFoundResponse({ type: ErrorBody })
@Controller('api')
export class CommentsController {
  constructor(
    @Inject(CommentsReader) private readonly reader: CommentsReader,
    @Inject(Facts) private readonly facts: Facts,
    @Inject(Commenting) private readonly commenting: Commenting,
  ) {}

  @Get('posts/:id/comments')
  @ApiOperation({
    summary: 'The comments on the post: newest first, each with its replies.',
  })
  @ApiOkResponse({ type: [Comment] })
  async comments(
    @PostId() id: string,
    @CurrentAccount() viewer: Account | null,
  ): Promise<readonly Comment[]> {
    const { postId } = await this.facts.postToRead(id, viewer?.id ?? null);
    return this.reader.threads(postId, viewer?.id ?? null);
  }

  @Post('posts/:id/comments')
  @Verified()
  @ApiOperation({ summary: 'Comments on the post, or replies to another comment on it.' })
  @ApiCreatedResponse({ type: Comment })
  @ApiConflictResponse({ type: ErrorBody, description: 'Another comment already has this id.' })
  @ApiUnprocessableEntityResponse({ type: ErrorBody, description: 'The moderation refused the text.' })
  @ApiServiceUnavailableResponse({
    type: ErrorBody,
    description: 'The moderation is not available right now.',
  })
  postComment(
    @PostId() id: string,
    @Body() request: CommentRequest,
    @CurrentAccount() account: Account,
  ): Promise<Comment> {
    return this.commenting.say(id, request, account.id);
  }

  @Delete('comments/:id')
  @SignedIn()
  @NotSuspended()
  @ApiOperation({ summary: 'Deletes your comment and all replies to it.' })
  @ApiOkResponse({ type: Done })
  @ApiForbiddenResponse({ type: ErrorBody, description: 'You can only delete your own comments.' })
  async deleteComment(@CommentId() id: string, @CurrentAccount() account: Account): Promise<Done> {
    await this.commenting.takeBack(id, account.id);
    return DONE;
  }
}
