import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Interval, Timeout } from '@nestjs/schedule';
import { Calendar } from '../domain/week/calendar.js';
import { boundsOf, weeksEndedBy } from '../domain/week/iso-week.js';
import { CloseWeek } from '../domain/week/week.commands.js';
import { causedBy } from '../kernel/causation.js';
import { Clock, Ids } from '../kernel/clock.js';
import { ViewProgress } from '../kernel/view-progress.js';
import { EventLog } from '../kernel/event-log.js';
import { leaderboard } from '../projections/leaderboard/leaderboard.projection.js';
import { WeeklyReader } from '../projections/weekly/weekly.reader.js';
import { haveSeenAll } from './seen-views.js';

const EVERY_MS = 60_000;
/** The kernel has started by then. */
const AFTER_START_MS = 5000;
/**
 * A post is dated before it is written: one of Sunday's last moments may reach the log after midnight, the more so from
 * another instance, whose clock is a little behind. By then it has.
 */
export const CLOSING_DELAY_MS = 60_000;
/** How many posts of a week keep their place for good. */
const MOST_STANDINGS = 100;

/**
 * Closes weeks that are over. What is to be closed follows from the views, and a week's stream lets it be closed once, so
 * it may run twice, late or on several instances.
 */
@Injectable()
export class WeekClosing {
  /** Weeks that are known to be closed; no week is ever opened again. */
  private readonly closed = new Set<string>();
  private underWay: Promise<readonly string[]> | null = null;

  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(WeeklyReader) private readonly reader: WeeklyReader,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(ViewProgress) private readonly views: ViewProgress,
    @Inject(Calendar) private readonly calendar: Calendar,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Ids) private readonly ids: Ids,
  ) {}

  /**
   * Closes every week that has ended and is not closed, oldest first, from the first that has a post on, and answers
   * which. Closes nothing while the board has not seen everything that was written before.
   */
  @Interval('week-closing', EVERY_MS)
  close(): Promise<readonly string[]> {
    this.underWay ??= this.closeAll().finally(() => {
      this.underWay = null;
    });
    return this.underWay;
  }

  /** Closes what was missed while no server ran. A method has room for one timer only. */
  @Timeout('week-closing-at-start', AFTER_START_MS)
  closeMissed(): Promise<readonly string[]> {
    return this.close();
  }

  private async closeAll(): Promise<readonly string[]> {
    const now = this.clock.now();
    const weeks = await this.weeksToClose(new Date(now.getTime() - CLOSING_DELAY_MS));
    if (weeks.length === 0) return [];
    // The end of the log is asked for now, after the weeks have ended.
    if (!(await haveSeenAll(this.views, [leaderboard], this.log))) return [];
    const run = this.ids.uuid();
    const causation = {
      actor: { kind: 'system' as const, id: 'week-closing' },
      requestId: null,
      correlationId: run,
      causationId: run,
    };
    await causedBy(causation, async () => {
      for (const week of weeks) await this.closeOne(week, now);
    });
    return weeks;
  }

  private async weeksToClose(instant: Date): Promise<readonly string[]> {
    const first = await this.reader.firstWeek();
    if (first === null) return [];
    const unknown = weeksEndedBy(instant, first, this.calendar.timeZone).filter(
      (week) => !this.closed.has(week),
    );
    if (unknown.length === 0) return [];
    for (const week of await this.reader.closedAmong(unknown)) this.closed.add(week);
    return unknown.filter((week) => !this.closed.has(week));
  }

  private async closeOne(week: string, now: Date): Promise<void> {
    const { startsAt, endsAt } = boundsOf(week, this.calendar.timeZone);
    const standings = await this.reader.standings(week, MOST_STANDINGS);
    await this.commands.execute(
      new CloseWeek({
        week,
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
        standings,
        now: now.toISOString(),
      }),
    );
    this.closed.add(week);
  }
}
