import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Interval } from '@nestjs/schedule';
import type { MailKind } from '../domain/account/mail-kind.js';
import { NotifyActivity } from '../domain/notice/notice.commands.js';
import { NOTICE_PAUSE_MS } from '../domain/notice/notice.js';
import { wantedOf } from '../domain/notice/wanted-activity.js';
import { causedBy } from '../kernel/causation.js';
import { Clock, Ids } from '../kernel/clock.js';
import { ViewProgress } from '../kernel/view-progress.js';
import { EventLog } from '../kernel/event-log.js';
import { accounts } from '../projections/accounts/accounts.projection.js';
import { AccountsReader } from '../projections/accounts/accounts.reader.js';
import { type ActivityDocument, activity } from '../projections/activity/activity.projection.js';
import { ActivityReader } from '../projections/activity/activity.reader.js';
import { leaderboard } from '../projections/leaderboard/leaderboard.projection.js';
import { LeaderboardReader } from '../projections/leaderboard/leaderboard.reader.js';
import { haveSeenAll } from './seen-views.js';

const EVERY_MS = 20_000;
const PAGE = 200;

const NONE = { rating: false, comment: false, achievements: false };

/**
 * Decides what people are told about posts: at once when something happens for the first time, then once an hour at most.
 * What they don't want to be told is left out for good. Whom to tell follows from the view, and the rule of the notice
 * asks once more, so it may run twice or on several instances. The mail itself is `activity-mails.ts`.
 */
@Injectable()
export class ActivityNotices {
  private underWay: Promise<void> | null = null;

  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(ActivityReader) private readonly reader: ActivityReader,
    @Inject(AccountsReader) private readonly users: AccountsReader,
    @Inject(LeaderboardReader) private readonly posts: LeaderboardReader,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(ViewProgress) private readonly views: ViewProgress,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Ids) private readonly ids: Ids,
  ) {}

  /**
   * Deals with everything that is to be told now. While the views have not seen all that was written before, nobody is
   * told anything: what they don't show yet would be left out for good.
   */
  @Interval(EVERY_MS)
  notify(): Promise<void> {
    this.underWay ??= this.notifyAll().finally(() => {
      this.underWay = null;
    });
    return this.underWay;
  }

  private async notifyAll(): Promise<void> {
    if (!(await haveSeenAll(this.views, [activity, accounts, leaderboard], this.log))) return;
    const now = this.clock.now();
    const run = this.ids.uuid();
    const causation = {
      actor: { kind: 'system' as const, id: 'activity-notices' },
      requestId: null,
      correlationId: run,
      causationId: run,
    };
    const pause = new Date(now.getTime() - NOTICE_PAUSE_MS);
    const due = await this.reader.pending(pause, PAGE);
    await causedBy(causation, async () => {
      for (const document of due) await this.tell(document, now);
    });
  }

  private async tell({ postId, accountId, pending, notices }: ActivityDocument, now: Date): Promise<void> {
    const wishes = await this.wishesOf(accountId, postId);
    await this.commands.execute(
      new NotifyActivity({
        postId,
        accountId,
        activity: wantedOf(pending, wishes),
        unwanted: wantedOf(pending, {
          rating: !wishes.rating,
          comment: !wishes.comment,
          achievements: !wishes.achievements,
        }),
        at: now.toISOString(),
        notices,
      }),
    );
  }

  /** Nobody is told of a post that is gone, and nobody whose address is not proved, or who is gone, of anything. */
  private async wishesOf(accountId: string, postId: string): Promise<Record<MailKind, boolean>> {
    const user = await this.users.user(accountId);
    const post = await this.posts.facts(postId);
    if (!user?.emailVerified || !post) return NONE;
    return {
      rating: user.emailNotificationsRating,
      comment: user.emailNotificationsComment,
      achievements: user.emailNotificationsAchievements,
    };
  }
}
