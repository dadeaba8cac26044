import { Body, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Id, List, Maybe, Optional, Text, When } from '../../contract/fields.js';
import { Inbox } from '../../domain/notification/inbox.js';
import { Calendar, weekOf } from '../../domain/week/iso-week.js';
import { Rejected } from '../../kernel/aggregate.js';
import { Clock } from '../../kernel/clock.js';
import { INBOX_CURSOR, InboxReader } from '../../projections/inbox/inbox.reader.js';
import { InboxEntry, News, OwnRecord } from '../../projections/inbox/shown-inbox.js';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { PageRequest, decodeCursor, encodeCursor } from '../http/paging.js';
import { Route, Routes } from '../http/route.js';

class InboxAnswer {
  @List(
    () => InboxEntry,
    'Of the last 90 days, newest day first; what is told by day comes first in its day.',
  )
  readonly entries!: readonly InboxEntry[];
  @Maybe(Text, 'The cursor of the next page; null on the last page.') readonly next!: string | null;
  @When('When this was read: what a reader of the first page has read up to.') readonly upTo!: string;
}

class ReadRequest {
  @When({ message: 'Please say up to when you have read' }) readonly upTo!: string;
  @Optional(Id, {
    about: 'The post about which everything is read; without it the whole inbox is.',
    message: 'This is not the id of a post',
  })
  readonly postId?: string;
}

/** What a person is told: on the site, beside the mails. */
@Routes('inbox', 'api/me', { who: 'signedIn' })
export class InboxController {
  constructor(
    private readonly reader: InboxReader,
    private readonly posts: LeaderboardReader,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
    private readonly calendar: Calendar,
  ) {}

  @Route('GET', 'inbox', {
    summary: 'Your inbox: votes and likes by post and day, comments, trophies, weeks, decisions, boosts.',
    answer: InboxAnswer,
  })
  async inbox(
    @Query() { cursor }: PageRequest,
    @CurrentAccount() { id: accountId }: Account,
  ): Promise<InboxAnswer> {
    const list = ['inbox', accountId];
    const now = this.clock.now();
    const after = cursor === undefined ? null : decodeCursor(cursor, list, INBOX_CURSOR);
    const { entries, next } = await this.reader.page(accountId, after, now, this.weekAt(now));
    return { entries, next: next && encodeCursor(list, next), upTo: now.toISOString() };
  }

  @Route('GET', 'news', { summary: 'How much of your inbox is unread, and about which posts.', answer: News })
  async inboxNews(@CurrentAccount() { id }: Account): Promise<News> {
    const now = this.clock.now();
    return this.reader.news(id, now, this.weekAt(now));
  }

  @Route('PUT', 'inbox/read', {
    limit: 'readInbox',
    summary: 'Notes up to when you have read your inbox, or what is about a post. Only moves forward.',
    answer: News,
  })
  async readInbox(@Body() { upTo, postId }: ReadRequest, @CurrentAccount() account: Account): Promise<News> {
    const [accountId, now] = [account.id, this.clock.now().toISOString()];
    const read = new Date(upTo);
    if (Number.isNaN(read.getTime())) throw new Rejected('invalid', 'Please say up to when you have read.');
    const isOfPost = postId !== undefined;
    // An id that is made up would take the place of another.
    if (isOfPost && !(await this.posts.visibleAmong([postId], accountId)).has(postId)) {
      return this.inboxNews(account);
    }
    const reading = { accountId, postId: postId ?? null, upTo: read.toISOString(), now };
    await this.commands.execute(Inbox.ReadInbox(reading));
    return this.inboxNews(account);
  }

  @Route('GET', 'record', {
    summary: 'Your best ranks, the weeks on the board, and your trophies.',
    answer: OwnRecord,
  })
  async ownRecord(@CurrentAccount() { id }: Account): Promise<OwnRecord> {
    return this.reader.record(id, this.weekAt(this.clock.now()));
  }

  private weekAt(now: Date): string {
    return weekOf(now, this.calendar.timeZone);
  }
}
