import { Injectable } from '@nestjs/common';
import type { DomainEvents } from '../../domain/events.js';
import type { Money } from '../../domain/money.js';
import type { Stored } from '../../kernel/document-store.js';
import { type TypeOf, id, nullable, number, object, oneOf, text, time } from '../../kernel/field.js';
import { readerOf, view } from '../view.js';

/** The ways in which money moves. Money that comes back to us is `returned`. */
export const MOVEMENTS = ['payment', 'refund', 'refund returned', 'dispute', 'dispute returned'] as const;

/** Money that moved, under the provider's id of what moved it. */
const Movement = object({
  /** When the log recorded it; null before it happens. */
  at: nullable(time),
  reference: id,
  /** What was paid for; null while that is not confirmed. */
  kind: nullable(oneOf('boost', 'donation')),
  type: oneOf(...MOVEMENTS),
  /** Negative if it left us. */
  amount: number,
  currency: text,
  /** The PaymentIntent, refund or dispute. */
  stripeId: id,
});
type MovementDocument = TypeOf<typeof Movement>;

/** Whether a refund ended without money leaving us. */
export const isFailedRefund = (state: DomainEvents['RefundObserved']['state'] | null) =>
  state === 'failed' || state === 'canceled';

function inflow(
  { amount, currency }: Money,
  rest: Omit<MovementDocument, 'amount' | 'currency'>,
): MovementDocument {
  return { ...rest, amount, currency };
}

function outflow(...[{ amount, currency }, rest]: Parameters<typeof inflow>): MovementDocument {
  return { ...rest, amount: -amount, currency };
}

const RETURNED = '-returned';
const isReturn = (key: string) => key.endsWith(RETURNED);

export const paymentMovements = view('payment-movements', {
  version: 1,
  document: Movement,
  indexes: ['at'],
})
  // What came in for a parked payment is the same money that is confirmed once an admin grants it.
  .createdBy(({ paymentIntentId, paid }: DomainEvents['PaymentParked']) => paid && paymentIntentId, {
    PaymentParked: (known, { reference, paid }, { at }, stripeId) =>
      known ?? (paid && inflow(paid, { at, reference, kind: null, stripeId, type: 'payment' })),
  })
  .createdBy('paymentIntentId', {
    PaymentConfirmed: (known, { reference, price, purpose: { kind } }, { at }, stripeId) =>
      known ? { ...known, kind } : inflow(price, { at, reference, kind, stripeId, type: 'payment' }),
  })
  .createdBy(
    ({ providerRefundId, state, before }: DomainEvents['RefundObserved']) => {
      if (!isFailedRefund(state)) return providerRefundId;
      return before === null || isFailedRefund(before) ? null : `${providerRefundId}${RETURNED}`;
    },
    {
      RefundObserved: (known, { reference, amount, purpose, providerRefundId: stripeId }, { at }, key) => {
        if (known) return known;
        const facts = { at, reference, kind: purpose.kind, stripeId };
        return isReturn(key)
          ? inflow(amount, { ...facts, type: 'refund returned' })
          : outflow(amount, { ...facts, type: 'refund' });
      },
    },
  )
  .createdBy(
    ({ disputeId, isWithdrawn }: DomainEvents['DisputeObserved']) => [
      ...(isWithdrawn ? [disputeId] : []),
      `${disputeId}${RETURNED}`,
    ],
    {
      DisputeObserved: (known, data, { at }, key) => {
        const { reference, amount, disputeId: stripeId, isWithdrawn } = data;
        const facts = { reference, kind: data.purpose.kind, stripeId };
        if (!isReturn(key)) return known ?? outflow(amount, { at, ...facts, type: 'dispute' });
        // Money that was never withdrawn does not come back.
        if (isWithdrawn) return known ?? inflow(amount, { at: null, ...facts, type: 'dispute returned' });
        return known && { ...known, at: known.at ?? at };
      },
    },
  );

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

const COLUMN: Readonly<Record<MovementDocument['type'], 'paid' | 'refunded' | 'disputed'>> = {
  payment: 'paid',
  refund: 'refunded',
  'refund returned': 'refunded',
  dispute: 'disputed',
  'dispute returned': 'disputed',
};

@Injectable()
export class PaymentMovementsReader extends readerOf(paymentMovements) {
  /** What moved from one day to another, both included, oldest first: page by page. */
  async *pages(from: string, to: string): AsyncGenerator<readonly Moved[]> {
    // `T24` is after all times of the day.
    const where = { at: { $gte: from, $lt: `${to}T24` } };
    for (let last: Moved | null = null; ;) {
      const after: { readonly after?: readonly string[] } = last ? { after: [last.at, last._id] } : {};
      const found = await this.documents.find({ where, sort: { at: 1 }, limit: PAGE, ...after });
      const page = found as Moved[];
      yield page;
      if (page.length < PAGE) return;
      last = page.at(-1) ?? null;
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
