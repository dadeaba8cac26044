import { Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { PageRequest, decodeCursor, encodeCursor, linkNext, pageOf } from '../http/paging.js';
import { Route, Routes } from '../http/route.js';
import { OwnTimeline, TimelineLine } from './own-timeline.service.js';

const PATH = '/api/user/timeline';
const PAGE_SIZE = 50;

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
    const list = ['timeline', account.id];
    const [before = Infinity] = cursor ? decodeCursor(cursor, list, 1).map(Number) : [];
    const { lines, next } = await this.timeline.of(account.id, before, PAGE_SIZE);
    if (next !== null) linkNext(reply, PATH, { cursor: encodeCursor(list, [String(next)]) });
    return lines;
  }
}
