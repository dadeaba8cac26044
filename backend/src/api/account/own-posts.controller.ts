import { Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { OneOf } from '../../contract/fields.js';
import { LeaderboardReader, POSTS_CURSOR } from '../../projections/leaderboard/leaderboard.reader.js';
import { OwnPost } from '../../projections/leaderboard/shown-posts.js';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { decodeCursor, encodeCursor, pageOf, PageRequest } from '../http/paging.js';
import { Route, Routes } from '../http/route.js';
import { PAGE_SIZE, PostId } from '../posts/posts.contract.js';
import { PostRemoval } from './post-removal.service.js';

class PostDeletion {
  @OneOf([true]) readonly success!: true;
}

@Routes('account', 'api/user/posts', { who: 'signedIn' })
export class OwnPostsController {
  constructor(
    private readonly leaderboard: LeaderboardReader,
    private readonly removal: PostRemoval,
  ) {}

  @Route('GET', '', {
    summary: 'Your own posts, hidden ones included, newest first; the next page is in the Link header.',
    answer: pageOf(OwnPost),
  })
  async ownPosts(
    @Query() { cursor }: PageRequest,
    @CurrentAccount() account: Account,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly OwnPost[]> {
    const list = ['own', account.id];
    const after = cursor ? decodeCursor(cursor, list, POSTS_CURSOR) : null;
    const { posts, next } = await this.leaderboard.ownPostsOf(account.id, { limit: PAGE_SIZE, after });
    if (next) reply.header('link', `</api/user/posts?cursor=${encodeCursor(list, next)}>; rel="next"`);
    return posts;
  }

  @Route('DELETE', ':id', {
    who: 'notSuspended',
    summary: 'Deletes your post and its picture permanently.',
    answer: PostDeletion,
    errors: { 404: 'Post not found, or it belongs to another user.' },
  })
  async deletePost(@PostId() id: string, @CurrentAccount() account: Account): Promise<PostDeletion> {
    await this.removal.remove(id, account.id);
    return { success: true };
  }
}
