import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import {
  Notification,
  NOTICE_PAUSE_MS,
  type WantedKinds,
  wantedOf,
} from '../../domain/notification/notification.js';
import { Clock } from '../../kernel/clock.js';
import { ViewProgress } from '../../kernel/view-progress.js';
import { EventLog } from '../../kernel/event-log.js';
import { accounts, AccountsReader } from '../../projections/accounts/accounts.js';
import {
  type ActivityDocument,
  pendingNotifications,
  PendingNotificationsReader,
} from '../../projections/pending-notifications.js';
import { leaderboard } from '../../projections/leaderboard/leaderboard.js';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import { isVisibleTo } from '../../projections/leaderboard/shown-posts.js';
import { haveSeenAll } from '../seen-views.js';
import { OneAtATime } from '../timers/one-at-a-time.js';
import { TimedCommands } from '../timers/timed-commands.js';

const EVERY_MS = 20_000;
const PAGE = 200;

const NONE = { rating: false, comment: false, achievements: false };

/**
 * Decides what to tell people about activity on posts: the first activity at once, after that at most once an hour.
 * Kinds that a person has switched off are dropped and not sent later. Recipients come from the view and the aggregate
 * of the notice checks again, so running twice or on several instances is safe. `activity-mails.ts` sends the mail.
 */
@Injectable()
export class ActivityNotices {
  constructor(
    private readonly commands: TimedCommands,
    private readonly reader: PendingNotificationsReader,
    private readonly users: AccountsReader,
    private readonly posts: LeaderboardReader,
    private readonly log: EventLog,
    private readonly views: ViewProgress,
    private readonly clock: Clock,
  ) {}

  /**
   * Handles all pending activity. Does nothing while the views are behind the log: activity that a view does not show
   * yet would be dropped.
   */
  @Interval(EVERY_MS)
  @OneAtATime()
  async notify(): Promise<void> {
    if (!(await haveSeenAll(this.views, [pendingNotifications, accounts, leaderboard], this.log))) return;
    const now = this.clock.now();
    const pause = new Date(now.getTime() - NOTICE_PAUSE_MS);
    const due = await this.reader.pending(pause, PAGE);
    await this.commands.send('activity-notices', due, (document) => this.noticeOf(document, now));
  }

  private async noticeOf({ postId, accountId, pending, notices }: ActivityDocument, now: Date) {
    const settings = await this.settingsOf(accountId, postId);
    return Notification.NotifyActivity({
      postId,
      accountId,
      activity: wantedOf(pending, settings),
      unwanted: wantedOf(pending, {
        rating: !settings.rating,
        comment: !settings.comment,
        achievements: !settings.achievements,
      }),
      at: now.toISOString(),
      notices,
    });
  }

  /** Deleted posts, posts hidden from the person, unverified addresses and deleted accounts get no notice. */
  private async settingsOf(accountId: string, postId: string): Promise<WantedKinds> {
    const user = await this.users.user(accountId);
    const post = await this.posts.facts(postId);
    const isVisible = post !== null && isVisibleTo(post, accountId);
    if (!user?.emailVerified || !isVisible) return NONE;
    return {
      rating: user.emailNotificationsRating,
      comment: user.emailNotificationsComment,
      achievements: user.emailNotificationsAchievements,
    };
  }
}
