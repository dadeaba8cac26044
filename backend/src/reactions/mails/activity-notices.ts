import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import {
  MOST_NAMED,
  type Mailed,
  Notification,
  NOTICE_PAUSE_MS,
  type Risen,
  type WantedKinds,
  isNothing,
  wantedOf,
} from '../../domain/notification/notification.js';
import { Clock } from '../../kernel/clock.js';
import { ViewProgress } from '../../kernel/view-progress.js';
import { EventLog } from '../../kernel/event-log.js';
import { dayOf } from '../../projections/statistics/days.js';
import { accounts, AccountsReader } from '../../projections/accounts/accounts.js';
import {
  type ActivityDocument,
  averageToTell,
  pendingNotifications,
  PendingNotificationsReader,
} from '../../projections/inbox/pending-notifications.js';
import { leaderboard } from '../../projections/leaderboard/leaderboard.js';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import { isVisibleTo } from '../../projections/leaderboard/shown-posts.js';
import { weekly } from '../../projections/weekly/weekly.js';
import { RankReader } from '../../projections/weekly/rank.reader.js';
import { haveSeenAll } from '../seen-views.js';
import { OneAtATime } from '../timers/one-at-a-time.js';
import { TimedCommands } from '../timers/timed-commands.js';

const EVERY_MS = 20_000;
const PAGE = 200;
/** After an upgrade, each post that was ever liked is one. */
const LIKED_PAGE = 20;

const NEEDED = [pendingNotifications, accounts, leaderboard, weekly];
type Settings = WantedKinds & { readonly mailed: Mailed };

const NONE: Settings = { rating: false, comment: false, achievements: false, mailed: 'none' };

/**
 * Decides what to tell people about activity on posts: the first activity at once, after that at most once an hour.
 * Kinds that a person has switched off are dropped and not sent later. Recipients come from the view and the aggregate
 * of the notice checks again, so running twice or on several instances is safe. `activity-mails.ts` sends the mail, or
 * `digest-mails.ts` on Monday to who wants that.
 */
@Injectable()
export class ActivityNotices {
  constructor(
    private readonly commands: TimedCommands,
    private readonly reader: PendingNotificationsReader,
    private readonly users: AccountsReader,
    private readonly posts: LeaderboardReader,
    private readonly ranks: RankReader,
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
    if (!(await haveSeenAll(this.views, NEEDED, this.log))) return;
    const now = this.clock.now();
    const due = await this.reader.pending(new Date(now.getTime() - NOTICE_PAUSE_MS), PAGE);
    // The inbox tells likes by day.
    const liked = await this.reader.likedBefore(new Date(dayOf(now.toISOString())), LIKED_PAGE);
    await this.commands.send('activity-notices', [...due, ...liked], (document) => this.noticeOf(document));
  }

  private async noticeOf(document: ActivityDocument) {
    const { postId, accountId, pending, untold, votedAt, likedAt, notices } = document;
    const settings = await this.settingsOf(accountId, postId);
    const activity = wantedOf(pending, settings);
    const unwanted = wantedOf(pending, {
      rating: !settings.rating,
      comment: !settings.comment,
      achievements: !settings.achievements,
    });
    return Notification.NotifyActivity({
      postId,
      accountId,
      activity,
      unwanted: { ...unwanted, likes: pending.likes },
      ...(await this.risen(document)),
      newest: [...untold.comments, ...untold.replies].slice(-MOST_NAMED),
      mailed: isNothing(activity) ? 'none' : settings.mailed,
      votedAt: votedAt || null,
      likedAt: likedAt || null,
      // Of its own: none is dated before a weekly digest that was decided without it.
      at: this.clock.now().toISOString(),
      notices,
    });
  }

  /** What the new votes did. The rank is that of now: nobody can read it later. */
  private async risen(document: ActivityDocument): Promise<Risen> {
    const { postId, pending, told } = document;
    if (pending.ratings === 0) return { average: null, rank: null };
    const average = averageToTell(document);
    // A rank is told with an average, after the same votes; the first one is what later ones are compared with.
    const rank = average || told.rank === null ? await this.ranks.runningRank(postId) : null;
    const before = told.rank && told.rank.week === rank?.week ? told.rank.place : null;
    return { average, rank: rank && { week: rank.week, before, after: rank.place } };
  }

  /** Deleted posts, posts hidden from the person, unverified addresses and deleted accounts get no notice. */
  private async settingsOf(accountId: string, postId: string): Promise<Settings> {
    const user = await this.users.user(accountId);
    const post = await this.posts.facts(postId);
    const isVisible = post !== null && isVisibleTo(post, accountId);
    if (!user?.emailVerified || !isVisible) return NONE;
    return {
      rating: user.emailNotificationsRating,
      comment: user.emailNotificationsComment,
      achievements: user.emailNotificationsAchievements,
      mailed: user.emailWeekly ? 'weekly' : 'now',
    };
  }
}
