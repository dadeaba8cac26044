import { Injectable } from '@nestjs/common';
import type { DomainEvents } from '../../domain/events.js';
import type { Money } from '../../domain/money.js';
import { isFailedRefund } from '../payments/payment-movements.js';
import { foldEach, projection } from '../projection.js';
import { COUNTED_TYPES, type CountedType, COUNTS, type CountName } from './counts.js';
import { dayOf, dayAfter } from './days.js';
import type { ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';

/** What moved on a day in one currency, in its smallest unit. */
export interface DayMoney {
  readonly boosts: number;
  readonly donations: number;
  /** What was refunded, less refunds that failed later; negative if more came back than was refunded. */
  readonly refunds: number;
}

/** What the log recorded on a day in UTC, under the day: `2026-11-25`. */
export interface DayDocument {
  /** How many events of each type. */
  readonly counts: Readonly<Partial<Record<CountedType, number>>>;
  /** How many of the decided appeals were granted. */
  readonly grantedAppeals: number;
  /** By currency. */
  readonly money: Readonly<Record<string, DayMoney>>;
}

export const EMPTY_DAY: DayDocument = { counts: {}, grantedAppeals: 0, money: {} };
export const NO_MONEY: DayMoney = { boosts: 0, donations: 0, refunds: 0 };

const onItsDay = ({ metadata }: { readonly metadata: { readonly at: string } }) => [dayOf(metadata.at)];

function counted(day: DayDocument | null, type: CountedType): DayDocument {
  const { counts, ...rest } = day ?? EMPTY_DAY;
  return { ...rest, counts: { ...counts, [type]: (counts[type] ?? 0) + 1 } };
}

function moved(day: DayDocument | null, column: keyof DayMoney, { amount, currency }: Money): DayDocument {
  const { money, ...rest } = day ?? EMPTY_DAY;
  const sums = money[currency] ?? NO_MONEY;
  return { ...rest, money: { ...money, [currency]: { ...sums, [column]: sums[column] + amount } } };
}

/** The amount by which a refund changed what left us: negative if it failed after it was seen. */
function refunded({ state, before, amount }: DomainEvents['RefundObserved']): Money | null {
  if (!isFailedRefund(state)) return before === null || isFailedRefund(before) ? amount : null;
  return before === null || isFailedRefund(before) ? null : { ...amount, amount: -amount.amount };
}

export const statistics = projection<DayDocument>({
  name: 'statistics',
  version: 1,
  indexes: [],
  isGathered: true,
  on: {
    ...foldEach(COUNTED_TYPES, (type) => ({ ids: onItsDay, fold: (day) => counted(day, type) })),
    AppealDecided: {
      ids: onItsDay,
      fold: (before, { type, data }) => {
        const day = counted(before, type);
        return data.isGranted ? { ...day, grantedAppeals: day.grantedAppeals + 1 } : day;
      },
    },
    PaymentConfirmed: {
      ids: onItsDay,
      fold: (day, { type, data: { purpose, price } }) =>
        moved(counted(day, type), purpose.kind === 'boost' ? 'boosts' : 'donations', price),
    },
    RefundObserved: {
      ids: (event) => (refunded(event.data) ? onItsDay(event) : []),
      fold: (day, { data }) => moved(day, 'refunds', refunded(data) ?? { ...data.amount, amount: 0 }),
    },
  },
});

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
