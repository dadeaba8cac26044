import { Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CommandBus } from '@nestjs/cqrs';
import { OneOf } from '../../contract/fields.js';
import { LeaderboardReader, POSTS_CURSOR } from '../../projections/leaderboard/leaderboard.reader.js';
import { OwnPost } from '../../projections/leaderboard/shown-posts.js';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { decodeCursor, encodeCursor, pageOf, PageRequest, linkNext } from '../http/paging.js';
import { Route, Routes } from '../http/route.js';
import { PAGE_SIZE, PostId } from '../posts/posts.contract.js';
import { Rejected } from '../../kernel/aggregate.js';
import { Post } from '../../domain/post/post.js';
import { PublishedPicture } from '../../domain/post/published-picture.js';
import { isRepetition } from '../../kernel/causation.js';
import { States } from '../../kernel/states.js';

class PostDeletion {
  @OneOf([true]) readonly success!: true;
}

@Routes('account', 'api/user/posts', { who: 'signedIn' })
export class OwnPostsController {
  constructor(
    private readonly leaderboard: LeaderboardReader,
    private readonly commands: CommandBus,
    private readonly states: States,
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
    if (next) linkNext(reply, '/api/user/posts', { cursor: encodeCursor(list, next) });
    return posts;
  }

  @Route('DELETE', ':id', {
    who: 'notSuspended',
    summary: 'Deletes your post and its picture permanently.',
    answer: PostDeletion,
    errors: { 404: 'Post not found, or it belongs to another user.' },
  })
  async deletePost(
    @PostId() postId: string,
    @CurrentAccount() { id: ownerId }: Account,
  ): Promise<PostDeletion> {
    const { ownerId: owner, imageHash, deleted } = await this.states.of(Post, postId);
    const isGone = deleted && !isRepetition();
    if (owner !== ownerId || isGone) throw new Rejected('notFound', 'Post not found');
    await this.commands.execute(Post.DeletePost({ postId, ownerId, because: 'owner' }));
    // It can be published again. After a crash in between, a reaction releases it.
    await this.commands.execute(PublishedPicture.WithdrawPicture({ ownerId, imageHash, postId }));
    return { success: true };
  }
}
