import { Injectable } from '@nestjs/common';
import type { ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { type AdminList, type Filters, equal, filtered } from '../admin-list.js';
import { wholeList } from '../whole-list.js';
import { readerOf } from '../view.js';
import { type PaymentDocument, payments } from './payments.js';
import {
  type PaymentIdDocument,
  type StripeEventDocument,
  paymentIds,
  stripeEvents,
} from './stripe-events.js';

export const PAYMENT_SORTS = ['startedAt', '-startedAt'] as const;
export type PaymentSort = (typeof PAYMENT_SORTS)[number];

/** Which payments a list shows; what is not given does not matter. Amounts are in the smallest unit. */
export interface PaymentFilters extends Filters<PaymentDocument, 'state' | 'needsAdmin' | 'kind' | 'userId'> {
  readonly amountFrom?: number | undefined;
  readonly amountTo?: number | undefined;
  /** The first day, `2026-11-21`, in UTC. */
  readonly from?: string | undefined;
  /** The last day. */
  readonly to?: string | undefined;
  /** Our reference. */
  readonly reference?: string | undefined;
}

/** What payments come to in one currency. Amounts are in the smallest unit. */
export interface SumsOfPayments {
  readonly currency: string;
  readonly count: number;
  readonly paid: number;
  readonly refunded: number;
}

/** How many payments are summed up at most. */
export const MOST_SUMMED = 20_000;

/** How many events of the provider belong to one payment at most. */
const MOST_EVENTS = 200;

/** Reads payments for the back office. */
@Injectable()
export class AdminPaymentsReader extends readerOf(payments) {
  private readonly ids: ViewReader<PaymentIdDocument>;
  private readonly events: ViewReader<StripeEventDocument>;

  constructor(views: Views) {
    super(views);
    this.ids = views.of(paymentIds);
    this.events = views.of(stripeEvents);
  }

  list(filters: PaymentFilters, sort: PaymentSort): AdminList<PaymentDocument> {
    const { reference, userId, state, needsAdmin, kind, amountFrom = 0, amountTo, from = '', to } = filters;
    const isAnyAmount = amountFrom === 0 && amountTo === undefined;
    const fits = ({ price: { amount } }: PaymentDocument) =>
      amount >= amountFrom && amount <= (amountTo ?? Infinity);
    const direction = sort === 'startedAt' ? 1 : -1;
    const list = filtered<PaymentDocument>(
      { name: 'payments', view: this.documents, sort: { field: 'startedAt', direction, type: 'time' } },
      [
        reference !== undefined && { where: { _id: reference }, fits: ({ _id }) => _id === reference },
        ...equal<PaymentDocument>({ userId, state, needsAdmin, kind }),
        !isAnyAmount && { fits },
      ],
    );
    // `T24` is after all times of the day.
    const startedAt = { $gte: from, ...(to !== undefined && { $lt: `${to}T24` }) };
    return { ...list, where: { ...list.where, startedAt } };
  }

  /**
   * What the payments of a list come to, by currency, those with the most payments first. `isWhole` is false if the list has
   * more than {@link MOST_SUMMED}: then only so many were looked at, in its order.
   */
  async sums(list: AdminList<PaymentDocument>): Promise<{
    readonly isWhole: boolean;
    readonly currencies: readonly SumsOfPayments[];
  }> {
    const { view, where, sort, fits } = list;
    const looked = await wholeList(view, where, { [sort.field]: sort.direction }, MOST_SUMMED + 1);
    const sums = new Map<string, SumsOfPayments>();
    for (const payment of looked.slice(0, MOST_SUMMED)) {
      if (fits && !fits(payment)) continue;
      const { paidAt, refunded, price } = payment;
      const { currency } = price;
      const known = sums.get(currency) ?? { currency, count: 0, paid: 0, refunded: 0 };
      sums.set(currency, {
        currency,
        count: known.count + (paidAt === null ? 0 : 1),
        paid: known.paid + (paidAt === null ? 0 : price.amount),
        refunded: known.refunded + refunded,
      });
    }
    const currencies = [...sums.values()].toSorted((one, other) => other.count - one.count);
    return { isWhole: looked.length <= MOST_SUMMED, currencies };
  }

  /** Our reference of the payment that an id belongs to: any id at the provider, or the reference itself; null for none. */
  async referenceOf(id: string): Promise<string | null> {
    let last = (await this.events.get(id))?.about ?? id;
    // A charge leads to its PaymentIntent, and that to the reference.
    for (let steps = 0; steps < 2; steps += 1) last = (await this.ids.get(last))?.leadsTo ?? last;
    return (await this.one(last)) && last;
  }

  /** The ids of the provider's events about a payment, 200 at most. */
  async eventsAbout({
    sessionId,
    paymentIntentId,
  }: Pick<PaymentDocument, 'sessionId' | 'paymentIntentId'>): Promise<readonly string[]> {
    const about = [sessionId, paymentIntentId].filter((id) => id !== null);
    const found = await this.events.find({ where: { about: { $in: about } }, limit: MOST_EVENTS });
    return found.map(({ _id }) => _id);
  }

  /** The events of the provider that wait for an admin, the first first. */
  parkedEvents(): AdminList<StripeEventDocument> {
    return {
      name: 'payments/parked-events',
      view: this.events,
      where: { parkedAt: { $gt: '' } },
      sort: { field: 'parkedAt', direction: 1, type: 'time' },
      fits: null,
    };
  }
}
