import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DIGEST_DELAY_MS, Digest } from '../../domain/notification/digest.js';
import { Calendar, boundsOf, weekOf } from '../../domain/week/iso-week.js';
import { Clock } from '../../kernel/clock.js';
import { EventLog } from '../../kernel/event-log.js';
import { History } from '../../kernel/history.js';
import type { Scalar } from '../../kernel/query.js';
import { ViewProgress } from '../../kernel/view-progress.js';
import { accounts, AccountsReader } from '../../projections/accounts/accounts.js';
import { weekly } from '../../projections/weekly/weekly.js';
import { WeeklyReader } from '../../projections/weekly/weekly.reader.js';
import { haveSeenAll } from '../seen-views.js';
import { OneAtATime } from '../timers/one-at-a-time.js';
import { TimedCommands } from '../timers/timed-commands.js';

const EVERY_MS = 60_000;
const PAGE = 200;

/**
 * Decides who gets a weekly digest: on Monday, 2 hours after the week was closed, everyone for whom something has waited since
 * before. What comes later waits for the next Monday. The digest of a person checks again, so running twice or on several
 * instances is safe. `digest-mails.ts` sends the mail.
 */
@Injectable()
export class WeeklyDigests {
  constructor(
    private readonly commands: TimedCommands,
    private readonly users: AccountsReader,
    private readonly weeks: WeeklyReader,
    private readonly history: History,
    private readonly calendar: Calendar,
    private readonly log: EventLog,
    private readonly views: ViewProgress,
    private readonly clock: Clock,
  ) {}

  /** Decides all that are due. Does nothing while the views are behind the log. */
  @Interval('weekly-digests', EVERY_MS)
  @OneAtATime()
  async notify(): Promise<void> {
    if (!(await haveSeenAll(this.views, [accounts, weekly], this.log))) return;
    const { timeZone } = this.calendar;
    const now = this.clock.now();
    const monday = boundsOf(weekOf(now, timeZone), timeZone).startsAt;
    const week = weekOf(new Date(monday.getTime() - 1), timeZone);
    // Later in the week nobody has waited since Monday.
    const isWaiting = (await this.users.awaitingDigest(delayed(monday), 1, null)).length > 0;
    const dueAt = isWaiting ? await this.dueAt(week) : null;
    if (dueAt === null || now < dueAt) return;
    for (let after: readonly Scalar[] | null = null; ;) {
      const due = await this.users.awaitingDigest(dueAt, PAGE, after);
      await this.commands.send('weekly-digests', due, ({ _id: accountId, digestUpTo }) =>
        Digest.NotifyDigest({ accountId, week, upTo: digestUpTo ?? '' }),
      );
      const last = due.at(-1);
      if (!last || due.length < PAGE) return;
      after = [last.digestSince, last._id];
    }
  }

  /** When the digests after a week are due; null while it is not closed. Another closing of it does not matter. */
  private async dueAt(week: string): Promise<Date | null> {
    if (!(await this.weeks.closedWeek(week))) return null;
    const closed = (await this.history.of(`week-${week}`)).find(({ type }) => type === 'WeekClosed');
    return closed ? delayed(new Date(closed.metadata.at)) : null;
  }
}

function delayed(at: Date): Date {
  return new Date(at.getTime() + DIGEST_DELAY_MS);
}
