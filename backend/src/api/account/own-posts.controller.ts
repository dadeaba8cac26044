import { Controller, Delete, Get, Query, Res } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { OwnPost } from '../../projections/leaderboard/shown-posts.js';
import { CURSOR_LENGTH, LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import { type Account, CurrentAccount, NotSuspended, SignedIn } from '../http/current-account.js';
import { ErrorBody } from '../http/error-body.js';
import { decodeCursor, encodeCursor, PageRequest } from '../http/paging.js';
import { PAGE_SIZE, PostId } from '../posts/posts.requests.js';
import { PostRemoval } from './post-removal.service.js';
import { PostDeletion } from './profile.responses.js';

@ApiTags('account')
@Controller('api/user/posts')
@SignedIn()
export class OwnPostsController {
  constructor(
    private readonly leaderboard: LeaderboardReader,
    private readonly removal: PostRemoval,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'Your own posts, hidden ones included, newest first; the next page is in the Link header.',
  })
  @ApiOkResponse({
    type: [OwnPost],
    headers: { Link: { description: '<…>; rel="next"', schema: { type: 'string' } } },
  })
  async ownPosts(
    @Query() { cursor }: PageRequest,
    @CurrentAccount() account: Account,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly OwnPost[]> {
    const list = ['own', account.id];
    const after = cursor ? decodeCursor(cursor, list, CURSOR_LENGTH) : null;
    const { posts, next } = await this.leaderboard.ownPostsOf(account.id, { limit: PAGE_SIZE, after });
    if (next) reply.header('link', `</api/user/posts?cursor=${encodeCursor(list, next)}>; rel="next"`);
    return posts;
  }

  @Delete(':id')
  @NotSuspended()
  @ApiOperation({ summary: 'Deletes your post and its picture permanently.' })
  @ApiOkResponse({ type: PostDeletion })
  @ApiNotFoundResponse({ type: ErrorBody, description: 'Post not found, or it belongs to another user.' })
  async deletePost(@PostId() id: string, @CurrentAccount() account: Account): Promise<PostDeletion> {
    await this.removal.remove(id, account.id);
    return { success: true };
  }
}
