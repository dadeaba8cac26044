import { Body, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CommandBus } from '@nestjs/cqrs';
import { Flag, OneOf } from '../../contract/fields.js';
import { LeaderboardReader, POSTS_CURSOR } from '../../projections/leaderboard/leaderboard.reader.js';
import { OwnPost, OwnScoreSheet } from '../../projections/leaderboard/shown-posts.js';
import { DONE, Done } from '../community/community.contract.js';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { decodeCursor, encodeCursor, pageOf, PageRequest, linkNext } from '../http/paging.js';
import { Route, Routes } from '../http/route.js';
import { PAGE_SIZE, PostId, postNotFound } from '../posts/posts.contract.js';
import { Rejected } from '../../kernel/aggregate.js';
import { Post } from '../../domain/post/post.js';
import { PublishedPicture } from '../../domain/post/published-picture.js';
import { isRepetition } from '../../kernel/causation.js';
import { States } from '../../kernel/states.js';

class PostDeletion {
  @OneOf([true]) readonly success!: true;
}

class ScoreSheetRequest {
  @Flag({ message: 'Say whether everyone sees the score sheet' }) readonly isPublic!: boolean;
}

const NOT_YOURS = 'Post not found, or it belongs to another user.';

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
    errors: { 404: NOT_YOURS },
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

  @Route('GET', ':id/score-sheet', {
    summary: "The judge's note and category scores of your post, and who sees them.",
    answer: OwnScoreSheet,
    errors: { 404: NOT_YOURS },
  })
  async scoreSheet(@PostId() id: string, @CurrentAccount() account: Account): Promise<OwnScoreSheet> {
    const sheet = await this.leaderboard.ownSheet(id, account.id);
    if (!sheet) throw postNotFound();
    return sheet;
  }

  @Route('PUT', ':id/score-sheet', {
    who: 'notSuspended',
    summary: 'Shows the score sheet of your post to everyone, or to nobody else. Idempotent.',
    answer: Done,
    errors: { 404: NOT_YOURS, 409: 'The post was published without a rating.' },
  })
  async showScoreSheet(
    @PostId() postId: string,
    @Body() { isPublic }: ScoreSheetRequest,
    @CurrentAccount() { id: ownerId }: Account,
  ): Promise<Done> {
    await this.commands.execute(Post.ShowScoreSheet({ postId, ownerId, isPublic }));
    return DONE;
  }
}
