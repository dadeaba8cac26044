import { Inject, Injectable } from '@nestjs/common';
import { boundsOf, weekOf } from '../../domain/week/iso-week.js';
import { Clock } from '../../kernel/clock.js';
import { WeeklyReader } from '../../projections/weekly/weekly.reader.js';
import { Calendar } from '../../domain/week/calendar.js';
import type { WeeklyBoard } from './leaderboard.requests.js';

const BOARD_SIZE = 100;

/** The board of any week: from the archive if it is closed, else from the posts. */
@Injectable()
export class WeeklyBoards {
  constructor(
    @Inject(WeeklyReader) private readonly weeks: WeeklyReader,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Calendar) private readonly calendar: Calendar,
  ) {}

  /** The current ISO week. */
  runningWeek(): string {
    return weekOf(this.clock.now(), this.calendar.timeZone);
  }

  /** The board of a week; null for a future week, an invalid one, or a past one without a board. */
  async of(week: string): Promise<WeeklyBoard | null> {
    const closed = await this.weeks.closedBoard(week);
    if (closed) return { week, isClosed: true, ...closed };
    const running = this.runningWeek();
    const bounds = this.boundsOf(week);
    if (!bounds || week > running) return null;
    const posts = await this.weeks.runningBoard(week, BOARD_SIZE);
    if (week < running && posts.length === 0) return null;
    const { startsAt, endsAt } = bounds;
    return {
      week,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      isClosed: false,
      posts,
    };
  }

  /** Null for a week that its year does not have. */
  private boundsOf(week: string): { startsAt: Date; endsAt: Date } | null {
    try {
      return boundsOf(week, this.calendar.timeZone);
    } catch {
      return null;
    }
  }
}
