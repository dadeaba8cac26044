import type { Money } from '../../domain/money.js';
import type { DomainEvents } from '../../domain/events.js';
import type { Purpose } from '../../domain/payment/payment-facts.js';
import { projection } from '../projection.js';

/** The ways in which money moves. Money that comes back to us is `returned`. */
export const MOVEMENTS = ['payment', 'refund', 'refund returned', 'dispute', 'dispute returned'] as const;
export type MovementType = (typeof MOVEMENTS)[number];

/** Money that moved, under the provider's id of what moved it. */
export interface MovementDocument {
  /** When the log recorded it, ISO 8601; null before it happens. */
  readonly at: string | null;
  readonly reference: string;
  /** What was paid for; null while that is not confirmed. */
  readonly kind: Purpose['kind'] | null;
  readonly type: MovementType;
  /** Negative if it left us. */
  readonly amount: number;
  readonly currency: string;
  /** The PaymentIntent, refund or dispute. */
  readonly stripeId: string;
}

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
const isReturn = (id: string) => id.endsWith(RETURNED);

export const paymentMovements = projection<MovementDocument>({
  name: 'payment-movements',
  version: 1,
  indexes: [{ fields: { at: 1 } }],
  on: {
    // What came in for a parked payment is the same money that is confirmed once an admin grants it.
    PaymentParked: {
      ids: ({ data: { paymentIntentId, paid } }) => (paid && paymentIntentId ? [paymentIntentId] : []),
      fold: (known, { data: { reference, paid }, metadata: { at } }, stripeId) =>
        known ?? (paid && inflow(paid, { at, reference, kind: null, stripeId, type: 'payment' })),
    },
    PaymentConfirmed: {
      ids: ({ data: { paymentIntentId } }) => [paymentIntentId],
      fold: (known, { data: { reference, price, purpose }, metadata: { at } }, stripeId) => {
        const { kind } = purpose;
        return known ? { ...known, kind } : inflow(price, { at, reference, kind, stripeId, type: 'payment' });
      },
    },
    RefundObserved: {
      ids: ({ data: { providerRefundId: id, state, before } }) => {
        if (!isFailedRefund(state)) return [id];
        return before === null || isFailedRefund(before) ? [] : [`${id}${RETURNED}`];
      },
      fold: (known, { data, metadata: { at } }, id) => {
        if (known) return known;
        const { reference, amount, providerRefundId: stripeId } = data;
        const facts = { at, reference, kind: data.purpose.kind, stripeId };
        return isReturn(id)
          ? inflow(amount, { ...facts, type: 'refund returned' })
          : outflow(amount, { ...facts, type: 'refund' });
      },
    },
    DisputeObserved: {
      ids: ({ data: { disputeId: id, isWithdrawn } }) => [...(isWithdrawn ? [id] : []), `${id}${RETURNED}`],
      fold: (known, { data, metadata: { at } }, id) => {
        const { reference, amount, disputeId: stripeId, isWithdrawn } = data;
        const facts = { reference, kind: data.purpose.kind, stripeId };
        if (!isReturn(id)) return known ?? outflow(amount, { at, ...facts, type: 'dispute' });
        // Money that was never withdrawn does not come back.
        if (isWithdrawn) return known ?? inflow(amount, { at: null, ...facts, type: 'dispute returned' });
        return known && { ...known, at: known.at ?? at };
      },
    },
  },
});
