import { ConflictException, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ReopenWeek } from '../../domain/week/week.commands.js';
import { differingPlaces } from '../../projections/weekly/final-ranks.js';
import { WeeklyReader } from '../../projections/weekly/weekly.reader.js';
import { Operations } from './operations.service.js';
import type { WeekRecount } from './week-recounts.responses.js';

const MOST_LISTED = 200;

/** Compares the archive of the latest closed week with what a new closing would record, and lets it be closed again. */
@Injectable()
export class WeekRecounts {
  constructor(
    private readonly weeks: WeeklyReader,
    private readonly operations: Operations,
    private readonly commands: CommandBus,
  ) {}

  /** Null if no week is closed. */
  async compare(): Promise<WeekRecount | null> {
    const closed = await this.weeks.latestClosed();
    if (!closed) return null;
    const [recorded, counted] = await Promise.all([
      this.weeks.recorded(closed.closing),
      this.weeks.standings(closed.week),
    ]);
    const differing = differingPlaces(recorded, counted);
    return {
      week: closed.week,
      closing: closed.closing,
      ranks: recorded.length,
      differences: differing.length,
      listed: differing.slice(0, MOST_LISTED),
    };
  }

  /**
   * Opens the latest closed week again. The server closes it once more, as it does with every week that has ended.
   * @param closing the one that was compared
   * @throws ConflictException if the week has another closing by now, or a later one is closed
   */
  async reopen(week: string, closing: string, reason: string): Promise<void> {
    const closed = await this.weeks.latestClosed();
    if (closed?.week !== week || closed.closing !== closing) {
      throw new ConflictException('This is no longer the latest closed week. Please look again.');
    }
    await this.operations.record('reopenWeek', week, reason);
    await this.commands.execute(new ReopenWeek({ week }));
  }
}
