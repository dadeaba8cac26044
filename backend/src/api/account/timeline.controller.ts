import { Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { PageRequest, decodeCursor, encodeCursor, linkNext, pageOf } from '../http/paging.js';
import { Route, Routes } from '../http/route.js';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import { PostId, postNotFound } from '../posts/posts.contract.js';
import { OwnTimeline, TimelineLine } from './own-timeline.service.js';

const PATH = '/api/user/timeline';
const PAGE_SIZE = 50;

interface Wanted {
  readonly cursor: string | undefined;
  readonly account: Account;
  readonly path: string;
  readonly postId?: string;
}

async function timelinePage(
  timeline: OwnTimeline,
  { cursor, account, path, postId }: Wanted,
  reply: FastifyReply,
): Promise<readonly TimelineLine[]> {
  const list = ['timeline', account.id, postId ?? ''];
  const [before] = cursor ? decodeCursor(cursor, list, ['number']) : [Infinity];
  const { lines, next } = await timeline.of(account.id, Number(before), PAGE_SIZE, postId);
  if (next !== null) linkNext(reply, path, { cursor: encodeCursor(list, [next]) });
  return lines;
}

@Routes('account', 'api/user/timeline', { who: 'signedIn' })
export class TimelineController {
  constructor(private readonly timeline: OwnTimeline) {}

  @Route('GET', '', {
    limit: 'timeline',
    summary: 'What the log knows about you, newest first; the next page is in the Link header.',
    description: 'The events of the timeline in the export, as sentences.',
    answer: pageOf(TimelineLine),
  })
  async ownTimeline(
    @Query() { cursor }: PageRequest,
    @CurrentAccount() account: Account,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly TimelineLine[]> {
    return timelinePage(this.timeline, { cursor, account, path: PATH }, reply);
  }
}

/** What happened to a post, for its owner. */
@Routes('posts', 'api/posts', { who: 'signedIn' })
export class PostHistoryController {
  constructor(
    private readonly timeline: OwnTimeline,
    private readonly leaderboard: LeaderboardReader,
  ) {}

  @Route('GET', ':id/history', {
    limit: 'timeline',
    summary: 'What happened to your post, newest first; the next page is in the Link header.',
    description: 'The events of your timeline that are about the post and its photo.',
    answer: pageOf(TimelineLine),
    errors: { 404: 'There is no such post, or it is not yours.' },
  })
  async postHistory(
    @PostId() id: string,
    @Query() { cursor }: PageRequest,
    @CurrentAccount() account: Account,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly TimelineLine[]> {
    const postId = id.toLowerCase();
    const post = await this.leaderboard.facts(postId);
    if (post?.ownerId !== account.id || post.isEscalated) throw postNotFound();
    return timelinePage(
      this.timeline,
      { cursor, account, path: `/api/posts/${postId}/history`, postId },
      reply,
    );
  }
}
