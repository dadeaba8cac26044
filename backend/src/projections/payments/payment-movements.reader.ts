import { Injectable } from '@nestjs/common';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import {
  type MovementDocument,
  type MovementType,
  paymentMovements,
} from './payment-movements.projection.js';

/** A movement that has happened. */
export type Moved = Stored<MovementDocument> & { readonly at: string };

/** What moved on a day, in the smallest unit of one currency. Returned money is taken off. */
export interface DaySums {
  /** In UTC, such as `2026-11-21`. */
  readonly day: string;
  readonly currency: string;
  /** How many payments came in. */
  readonly payments: number;
  readonly paid: number;
  readonly refunded: number;
  readonly disputed: number;
  readonly net: number;
}

const PAGE = 200;
const DAY_LENGTH = 10;

const COLUMN: Readonly<Record<MovementType, 'paid' | 'refunded' | 'disputed'>> = {
  payment: 'paid',
  refund: 'refunded',
  'refund returned': 'refunded',
  dispute: 'disputed',
  'dispute returned': 'disputed',
};

@Injectable()
export class PaymentMovementsReader {
  private readonly movements: ViewReader<MovementDocument>;

  constructor(views: Views) {
    this.movements = views.of(paymentMovements);
  }

  /** What moved from one day to another, both included, oldest first: page by page. */
  async *pages(from: string, to: string): AsyncGenerator<readonly Moved[]> {
    // `T24` is after all times of the day.
    const where = { at: { $gte: from, $lt: `${to}T24` } };
    for (let last: Moved | null = null; ;) {
      const after: { readonly after?: readonly string[] } = last ? { after: [last.at, last._id] } : {};
      const found = await this.movements.find({ where, sort: { at: 1 }, limit: PAGE, ...after });
      yield found as Moved[];
      if (found.length < PAGE) return;
      last = found.at(-1) as Moved;
    }
  }

  /** The sums of each day and currency with a movement, the newest day first. */
  async daySums(from: string, to: string): Promise<readonly DaySums[]> {
    const sums = new Map<string, DaySums>();
    for await (const page of this.pages(from, to)) {
      for (const moved of page) {
        const key = `${moved.at.slice(0, DAY_LENGTH)} ${moved.currency}`;
        sums.set(key, added(sums.get(key) ?? emptyDay(moved), moved));
      }
    }
    return [...sums.values()].toReversed();
  }
}

function emptyDay({ at, currency }: Moved): DaySums {
  return { day: at.slice(0, DAY_LENGTH), currency, payments: 0, paid: 0, refunded: 0, disputed: 0, net: 0 };
}

function added(sums: DaySums, { type, amount }: Moved): DaySums {
  const column = COLUMN[type];
  return {
    ...sums,
    payments: sums.payments + (type === 'payment' ? 1 : 0),
    // What left us is positive in its own column.
    [column]: sums[column] + (column === 'paid' ? amount : -amount),
    net: sums.net + amount,
  };
}
