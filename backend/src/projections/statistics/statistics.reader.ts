import { Injectable } from '@nestjs/common';
import type { ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { COUNTS, type CountName } from './counts.js';
import { dayAfter } from './days.js';
import { type DayDocument, type DayMoney, EMPTY_DAY, NO_MONEY, statistics } from './statistics.projection.js';

/** Days in UTC, the first and the last one included. */
export interface Days {
  readonly first: string;
  readonly last: string;
}

/** What the log recorded on some days. */
export class DaysRecord {
  constructor(private readonly days: readonly DayDocument[]) {}

  /** How many events a count counted. */
  count(name: CountName): number {
    const types = COUNTS[name].types;
    return this.sumOf(({ counts }) => types.reduce((sum, type) => sum + (counts[type] ?? 0), 0));
  }

  get grantedAppeals(): number {
    return this.sumOf((day) => day.grantedAppeals);
  }

  /** The currencies in which money moved, in alphabetical order. */
  get currencies(): readonly string[] {
    return [...new Set(this.days.flatMap(({ money }) => Object.keys(money)))].toSorted();
  }

  /** What moved in one currency, in its smallest unit. */
  money(column: keyof DayMoney, currency: string): number {
    return this.sumOf(({ money }) => (money[currency] ?? NO_MONEY)[column]);
  }

  private sumOf(figure: (day: DayDocument) => number): number {
    return this.days.reduce((sum, day) => sum + figure(day), 0);
  }
}

/** Reads what happened on which day. */
@Injectable()
export class StatisticsReader {
  private readonly days: ViewReader<DayDocument>;

  constructor(views: Views) {
    this.days = views.of(statistics);
  }

  /** What the log recorded in each of these periods, in their order. They are read in one go. */
  async of(periods: readonly Days[]): Promise<readonly DaysRecord[]> {
    const daysOf = periods.map(({ first, last }) => {
      const days: string[] = [];
      for (let day = first; day <= last; day = dayAfter(day, 1)) days.push(day);
      return days;
    });
    const found = await this.days.getMany(daysOf.flat());
    return daysOf.map((days) => new DaysRecord(days.map((day) => found.get(day) ?? EMPTY_DAY)));
  }
}
