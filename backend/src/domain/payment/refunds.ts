import { type EventOf, type Evolve, Rejected, type Rules } from '../../kernel/aggregate.js';
import { type EventsOf, event } from '../../kernel/event.js';
import { flag, id, nullable, text } from '../../kernel/field.js';
import { written, Money } from '../money.js';
import { type Decider, refuseOwnPayment } from '../moderation/self-decision.js';
import type { checkoutEvents } from './checkout.js';
import { REFUND_WINDOW_MS, RefundState, aboutPayment, actOf, actSince2, paymentOf } from './payment-facts.js';
import {
  type Act,
  type OfPayment,
  type PaymentState,
  type StartedPayment,
  factsOf,
  isMoneyGone,
  isRefundUnderWay,
  leftOf,
  paidOf,
  refundableIntentOf,
  refundedOf,
  requireStarted,
  withAct,
} from './payment-state.js';

/** Refunds: what buyers ask for, what admins start, and what the provider rejects or shows. */

export const refundEvents = {
  /** The buyer asks for their money back. */
  RefundRequested: event(
    { ...paymentOf, requestId: id },
    '{actor} asked for the money of {reference} back.',
    aboutPayment,
  ),
  /** An admin has refused that. */
  RefundDeclined: event(
    { ...paymentOf, ...actOf, requestId: id, reason: text },
    '{actor} declined to refund {reference}.',
    { ...aboutPayment, actId: 'act' },
    actSince2,
  ),
  /**
   * An admin has started a refund, in the back office or with a command in a terminal. Recorded before the provider is
   * called. `refundId` is our id, that of the act, and the provider's idempotency key. `reason` is null in events of version 1.
   */
  RefundStarted: event(
    { reference: id, refundId: id, amount: Money, reason: nullable(text), inTerminal: flag },
    '{actor} started to refund {amount|money} of {reference}{inTerminal?, in a terminal:}.',
    { reference: 'payment', refundId: 'act' },
    { version: 2, upcast: { 1: (data) => ({ ...data, reason: null, inTerminal: false }) } },
  ),
  /** The provider has rejected a refund of ours. */
  RefundRejected: event(
    { reference: id, refundId: id, reason: text },
    '{actor} got no refund of {reference} from Stripe, which rejected it.',
    { reference: 'payment', refundId: 'act' },
  ),
  /** A refund as the provider shows it; `refundedTotal` sums all of this payment that did not fail. */
  RefundObserved: event(
    {
      ...paymentOf,
      providerRefundId: id,
      amount: Money,
      state: RefundState,
      refundedTotal: Money,
      price: Money,
      /** The state that we saw before; null for the first. */
      before: nullable(RefundState),
    },
    '{actor} reported {providerRefundId} of {amount|money} for {reference}: from {before|words?new} to {state|words}, with {refundedTotal|money} of {price|money} refunded in all.',
    { ...aboutPayment, providerRefundId: 'stripe' },
  ),
};

export const refundFolds = {
  RefundRequested: (payment, { requestId }) => ({
    ...payment,
    refundRequest: { requestId, isOpen: true, isDeclined: false },
  }),
  RefundDeclined: (payment, { requestId, actId }) => ({
    ...payment,
    acts: withAct(payment, actId),
    refundRequest: { requestId, isOpen: false, isDeclined: true },
  }),
  RefundStarted: (payment, { refundId, amount }) => ({
    ...payment,
    startedRefunds: { ...payment.startedRefunds, [refundId]: { amount, isRejected: false } },
  }),
  RefundRejected(payment, { refundId }) {
    const known = payment.startedRefunds[refundId];
    if (!known) return payment;
    return {
      ...payment,
      startedRefunds: { ...payment.startedRefunds, [refundId]: { ...known, isRejected: true } },
      isRefundFailed: true,
    };
  },
  RefundObserved: (payment, { providerRefundId, amount, state, refundedTotal, price }) => ({
    ...payment,
    refunds: { ...payment.refunds, [providerRefundId]: { amount, state } },
    isRefundFailed: isFailure(state),
    refundRequest: payment.refundRequest && {
      ...payment.refundRequest,
      isOpen: !payment.refundRequest.isDeclined && refundedTotal.amount < price.amount,
    },
  }),
} satisfies Evolve<PaymentState, typeof refundEvents>;

type Data = EventsOf<typeof refundEvents>;

export interface RefundRequest extends OfPayment {
  readonly userId: string;
  readonly requestId: string;
  readonly isUnclaimed: boolean;
  readonly now: string;
}

export interface RefundRefusal extends Act {
  readonly reason: string;
}

export interface RefundStart extends Omit<Data['RefundStarted'], 'amount'> {
  readonly decider: Decider;
  readonly amount: Money | null;
  readonly paid: Money | null;
  readonly begun: number | null;
}

export interface RefundObservation extends OfPayment {
  readonly providerRefundId: string;
  readonly amount: Money;
  readonly state: RefundState;
}

export const refundRules = {
  /** Ask for the money of an unclaimed boost back, at the time `now` (ISO 8601). */
  RequestRefund({ userId, requestId, isUnclaimed, now }: RefundRequest, payment) {
    requireStarted(payment);
    const facts = factsOf(payment);
    if (facts.userId !== userId) throw new Rejected('notFound', 'Payment not found');
    if (payment.refundRequest?.isOpen) return [];
    if (payment.refundRequest) throw new Rejected('conflict', 'This refund has already been decided.');
    if (!payment.confirmedAt || facts.purpose.kind !== 'boost') {
      throw new Rejected('conflict', 'Only paid boosts can be refunded.');
    }
    if (!isUnclaimed) throw new Rejected('conflict', 'A boost that was used cannot be refunded.');
    if (Date.parse(now) - Date.parse(payment.confirmedAt) > REFUND_WINDOW_MS) {
      throw new Rejected('conflict', 'A refund can be requested for 7 days after the payment.');
    }
    return [{ type: 'RefundRequested', data: { ...facts, requestId } }];
  },

  /** Refuse that. */
  DeclineRefund({ actId, reason, decider }: RefundRefusal, payment) {
    requireStarted(payment);
    if (payment.acts.includes(actId)) return [];
    refuseOwnPayment(decider, payment.started.userId);
    if (!payment.refundRequest?.isOpen) throw new Rejected('conflict', 'There is no open refund request.');
    const { requestId } = payment.refundRequest;
    return [{ type: 'RefundDeclined', data: { ...factsOf(payment), actId, requestId, reason } }];
  },

  /**
   * Record a refund of ours before the provider is asked for it. Idempotent by `refundId`. An `amount` of null is all that is
   * left. `paid` is what the provider shows of a payment that is not confirmed; null for any other. `begun` is how many refunds
   * had been started before; null if that does not matter.
   */
  StartRefund(wish: RefundStart, payment) {
    requireStarted(payment);
    const { reference, refundId, paid, begun, reason, inTerminal, decider } = wish;
    if (payment.startedRefunds[refundId]) return [];
    refuseOwnPayment(decider, payment.started.userId);
    if (refundableIntentOf(payment) === null) {
      throw new Rejected('conflict', 'This payment was not confirmed.');
    }
    if (isRefundUnderWay(payment)) {
      throw new Rejected('conflict', 'A refund of this payment is under way. Please wait until it is done.');
    }
    if (isMoneyGone(payment)) {
      throw new Rejected('conflict', 'A dispute took the money back. It cannot be refunded, too.');
    }
    if (begun !== null && begun !== Object.keys(payment.startedRefunds).length) {
      throw new Rejected('conflict', 'Another refund of this payment was started meanwhile.');
    }
    const left = leftOf(payment, paid);
    if (left !== null && left.amount < 1) throw new Rejected('conflict', 'Nothing is left to refund.');
    const amount = wish.amount ?? left;
    if (!amount || !Number.isSafeInteger(amount.amount) || amount.amount < 1) {
      throw new Rejected('invalid', 'A refund is a whole number of the smallest unit, 1 or more.');
    }
    if (left !== null && (amount.currency !== left.currency || amount.amount > left.amount)) {
      throw new Rejected('conflict', `At most ${written(left)} can be refunded.`);
    }
    return [{ type: 'RefundStarted', data: { reference, refundId, amount, reason, inTerminal } }];
  },

  /** Record that the provider has rejected it. */
  RejectRefund(data: Data['RefundRejected'], payment) {
    requireStarted(payment);
    const known = payment.startedRefunds[data.refundId];
    return !known || known.isRejected ? [] : [{ type: 'RefundRejected', data }];
  },

  /** What the provider shows of a refund. */
  ObserveRefund({ providerRefundId, amount, state }: RefundObservation, payment) {
    requireStarted(payment);
    const known = payment.refunds[providerRefundId];
    if (known && REFUND_ORDER[state] <= REFUND_ORDER[known.state]) return [];
    const refunds = { ...payment.refunds, [providerRefundId]: { amount, state } };
    const refundedTotal = refundedOf({ ...payment, refunds });
    const price = paidOf(payment);
    const before = known?.state ?? null;
    const seen = { ...factsOf(payment), providerRefundId, amount, state, refundedTotal, price, before };
    return [{ type: 'RefundObserved', data: seen }, ...parkingAfter(state, payment)];
  },
} satisfies Rules<PaymentState, typeof refundEvents & typeof checkoutEvents>;

/** A state never goes back to one with a lower number: an older notice changes nothing. */
export const REFUND_ORDER: Readonly<Record<RefundState, number>> = {
  pending: 0,
  succeeded: 1,
  failed: 2,
  canceled: 2,
};

/**
 * A parked payment is settled once the provider shows the refund that an admin has started. It is parked again if that
 * refund fails, so that no money is kept unnoticed.
 */
function parkingAfter(state: RefundState, payment: StartedPayment): EventOf<typeof checkoutEvents>[] {
  const { reference } = payment.started;
  if (payment.confirmedAt) return [];
  const isOurs = Object.values(payment.startedRefunds).some(({ isRejected }) => !isRejected);
  if (payment.parked && !isFailure(state) && isOurs) {
    return [{ type: 'PaymentResolved', data: { reference, actId: null, outcome: 'refunded', note: '' } }];
  }
  const before = payment.resolved.at(-1);
  if (!isFailure(state) || payment.parked || !before) return [];
  const { paymentIntentId } = before;
  return [
    { type: 'PaymentParked', data: { reference, reason: 'The refund failed.', paymentIntentId, paid: null } },
  ];
}

function isFailure(state: RefundState): boolean {
  return state === 'failed' || state === 'canceled';
}
