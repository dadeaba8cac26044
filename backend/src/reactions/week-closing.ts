import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Interval, Timeout } from '@nestjs/schedule';
import { Calendar } from '../domain/week/calendar.js';
import { boundsOf, weeksEndedBy } from '../domain/week/iso-week.js';
import { CloseWeek, RankWeek } from '../domain/week/week.commands.js';
import { Rejected } from '../kernel/aggregate.js';
import { causedBy } from '../kernel/causation.js';
import { Clock, Ids } from '../kernel/clock.js';
import { ViewProgress } from '../kernel/view-progress.js';
import { EventLog } from '../kernel/event-log.js';
import { leaderboard } from '../projections/leaderboard/leaderboard.projection.js';
import { weekly } from '../projections/weekly/weekly.projection.js';
import { WeeklyReader } from '../projections/weekly/weekly.reader.js';
import { haveSeenAll } from './seen-views.js';

const EVERY_MS = 60_000;
/** By then the kernel has started. */
const AFTER_START_MS = 5000;
/**
 * A post is dated before it is written: one from the last moments of Sunday may reach the log after midnight,
 * especially from another instance whose clock is slow. The delay covers that.
 */
export const CLOSING_DELAY_MS = 60_000;
/** How many ranks one event records, so that no append grows too large. */
const RANKS_AN_EVENT = 1000;

/**
 * Closes weeks that have ended. The weeks come from the views, and the stream of a week accepts closing once, so
 * running twice, late or on several instances is safe.
 */
@Injectable()
export class WeekClosing {
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
   * Closes every week that has ended and is still open, oldest first, starting at the first week with a post. Returns
   * the closed weeks. Closes nothing while the views are behind the log.
   */
  @Interval('week-closing', EVERY_MS)
  close(): Promise<readonly string[]> {
    this.underWay ??= this.closeAll().finally(() => {
      this.underWay = null;
    });
    return this.underWay;
  }

  /** Catches up after downtime. A separate method, because a method can have one timer only. */
  @Timeout('week-closing-at-start', AFTER_START_MS)
  closeMissed(): Promise<readonly string[]> {
    return this.close();
  }

  private async closeAll(): Promise<readonly string[]> {
    const now = this.clock.now();
    const weeks = await this.weeksToClose(new Date(now.getTime() - CLOSING_DELAY_MS));
    if (weeks.length === 0) return [];
    // Read the end of the log now, after the weeks have ended.
    if (!(await haveSeenAll(this.views, [leaderboard, weekly], this.log))) return [];
    const run = this.ids.uuid();
    const causation = {
      actor: { kind: 'system' as const, id: 'week-closing' },
      requestId: null,
      correlationId: run,
      causationId: run,
    };
    const closed: string[] = [];
    await causedBy(causation, async () => {
      for (const week of weeks) {
        // Later weeks wait: weeks close in order.
        if (!(await this.closeOne(week, now))) return;
        closed.push(week);
      }
    });
    return closed;
  }

  private async weeksToClose(instant: Date): Promise<readonly string[]> {
    const first = await this.reader.firstWeek();
    if (first === null) return [];
    const ended = weeksEndedBy(instant, first, this.calendar.timeZone);
    const closed = await this.reader.closedAmong(ended);
    return ended.filter((week) => !closed.has(week));
  }

  /** Returns false if another instance is closing the week. */
  private async closeOne(week: string, now: Date): Promise<boolean> {
    try {
      await this.recordClosing(week, now);
      return true;
    } catch (error) {
      if (error instanceof Rejected) return false;
      throw error;
    }
  }

  private async recordClosing(week: string, now: Date): Promise<void> {
    const { startsAt, endsAt } = boundsOf(week, this.calendar.timeZone);
    const standings = await this.reader.standings(week);
    const closing = this.ids.uuid();
    for (let first = 0; first < standings.length; first += RANKS_AN_EVENT) {
      const ranked = standings.slice(first, first + RANKS_AN_EVENT);
      await this.commands.execute(new RankWeek({ week, closing, standings: ranked }));
    }
    await this.commands.execute(
      new CloseWeek({
        week,
        closing,
        ranks: standings.length,
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
        now: now.toISOString(),
      }),
    );
  }
}
