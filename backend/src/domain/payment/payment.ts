import { type Aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import { type Money, isSameMoney } from './money.js';
import * as commands from './payment.commands.js';
import type { Dispute, DisputeState, PaymentEvents, RefundState } from './payment.events.js';

/** A payment: what we started, and what the provider has shown since. */
export interface Payment {
  readonly started: PaymentEvents['CheckoutStarted'] | null;
  readonly checkout: { readonly sessionId: string; readonly url: string } | null;
  readonly paymentIntentId: string | null;
  readonly isPending: boolean;
  /** When it was confirmed, ISO 8601; null before. */
  readonly confirmedAt: string | null;
  readonly failed: 'failed' | 'expired' | null;
  /** Why it waits for an admin; null when it does not. */
  readonly parked: string | null;
  readonly refundRequest: { readonly requestId: string; readonly isOpen: boolean } | null;
  /** Refunds that we started, by our id. */
  readonly startedRefunds: Readonly<Record<string, Money>>;
  /** Refunds by the provider's id. */
  readonly refunds: Readonly<Record<string, { readonly amount: Money; readonly state: RefundState }>>;
  readonly disputes: Readonly<Record<string, Dispute>>;
  readonly warnings: readonly string[];
}

/** A payment that was started by us. */
export type StartedPayment = Payment & { readonly started: NonNullable<Payment['started']> };

type Decision = EventOf<PaymentEvents>[];
type DataOf<Name extends keyof typeof commands> = InstanceType<(typeof commands)[Name]>['data'];

/** For so long after the payment, the money of an unclaimed boost can be asked for. */
export const REFUND_WINDOW_MS = 7 * 86_400_000;

/** What was given back or is on its way, in the currency of the price. */
export function refundedOf({ refunds, started }: StartedPayment): Money {
  const counted = Object.values(refunds).filter(({ state }) => state === 'pending' || state === 'succeeded');
  const amount = counted.reduce((sum, refund) => sum + refund.amount.amount, 0);
  return { amount, currency: started.price.currency };
}

/** @throws Rejected (notFound) for a payment that was not started here */
function requireStarted(payment: Payment): asserts payment is StartedPayment {
  if (!payment.started) throw new Rejected('notFound', 'Payment not found');
}

const factsOf = ({ started: { reference, userId, purpose } }: StartedPayment) => ({
  reference,
  userId,
  purpose,
});

const startCheckout = (wish: DataOf<'StartCheckout'>, payment: Payment): Decision =>
  payment.started ? [] : [{ type: 'CheckoutStarted', data: wish }];

const openCheckout = (wish: DataOf<'OpenCheckout'>, payment: Payment): Decision => {
  requireStarted(payment);
  return payment.checkout ? [] : [{ type: 'CheckoutOpened', data: wish }];
};

/** What differs between what we started and what the provider shows; null when nothing does. */
function mismatchOf(seen: DataOf<'ObservePayment'>, { started }: StartedPayment): string | null {
  if (seen.mode !== started.mode) return `mode is ${seen.mode}, expected ${started.mode}`;
  if (seen.userId !== started.userId) return 'the account differs';
  if (seen.kind !== started.purpose.kind)
    return `it is for a ${seen.kind}, expected a ${started.purpose.kind}`;
  if (isSameMoney(seen.price, started.price)) return null;
  const written = ({ amount, currency }: Money) => `${amount} ${currency}`;
  return `the amount is ${written(seen.price)}, expected ${written(started.price)}`;
}

const observePayment = (seen: DataOf<'ObservePayment'>, payment: Payment): Decision => {
  requireStarted(payment);
  const mismatch = mismatchOf(seen, payment);
  if (mismatch) return parkPayment({ reference: seen.reference, reason: mismatch }, payment);
  const facts = factsOf(payment);
  const { price } = payment.started;
  const { paymentIntentId } = seen;
  if (payment.confirmedAt || seen.state === 'unpaid') return [];
  if (seen.state === 'paid') {
    if (!paymentIntentId) return [];
    return [{ type: 'PaymentConfirmed', data: { ...facts, price, paymentIntentId } }];
  }
  if (seen.state === 'pending') {
    if (payment.isPending || payment.failed || !paymentIntentId) return [];
    return [{ type: 'PaymentPending', data: { ...facts, paymentIntentId } }];
  }
  return payment.failed ? [] : [{ type: 'PaymentFailed', data: { ...facts, because: seen.state } }];
};

const parkPayment = ({ reference, reason }: DataOf<'ParkPayment'>, payment: Payment): Decision => {
  requireStarted(payment);
  return payment.parked === reason ? [] : [{ type: 'PaymentParked', data: { reference, reason } }];
};

const resolvePayment = (wish: DataOf<'ResolvePayment'>, payment: Payment): Decision => {
  requireStarted(payment);
  if (payment.parked === null) throw new Rejected('conflict', 'This payment is not parked.');
  return [{ type: 'PaymentResolved', data: wish }];
};

const requestRefund = (
  { userId, requestId, isUnclaimed, now }: DataOf<'RequestRefund'>,
  payment: Payment,
): Decision => {
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
};

const declineRefund = ({ reason }: DataOf<'DeclineRefund'>, payment: Payment): Decision => {
  requireStarted(payment);
  if (!payment.refundRequest?.isOpen) return [];
  const { requestId } = payment.refundRequest;
  return [{ type: 'RefundDeclined', data: { ...factsOf(payment), requestId, reason } }];
};

const startRefund = (wish: DataOf<'StartRefund'>, payment: Payment): Decision => {
  requireStarted(payment);
  if (payment.startedRefunds[wish.refundId]) return [];
  const { price } = payment.started;
  const left = price.amount - refundedOf(payment).amount;
  if (!payment.confirmedAt) throw new Rejected('conflict', 'This payment was not confirmed.');
  if (!Number.isSafeInteger(wish.amount.amount) || wish.amount.amount < 1) {
    throw new Rejected('invalid', 'A refund is a whole number of the smallest unit, 1 or more.');
  }
  if (wish.amount.currency !== price.currency || wish.amount.amount > left) {
    throw new Rejected('conflict', `At most ${left} ${price.currency} can be refunded.`);
  }
  return [{ type: 'RefundStarted', data: wish }];
};

/** A state never goes back to one with a lower number: an older notice changes nothing. */
const REFUND_ORDER: Readonly<Record<RefundState, number>> = {
  pending: 0,
  succeeded: 1,
  failed: 2,
  canceled: 2,
};
const DISPUTE_ORDER: Readonly<Record<DisputeState, number>> = {
  inquiry: 0,
  'inquiry closed': 1,
  open: 2,
  won: 3,
  lost: 3,
};

const observeRefund = (seen: DataOf<'ObserveRefund'>, payment: Payment): Decision => {
  requireStarted(payment);
  const { providerRefundId, amount, state } = seen;
  const known = payment.refunds[providerRefundId];
  if (known && REFUND_ORDER[state] <= REFUND_ORDER[known.state]) return [];
  const refundedTotal = refundedOf({
    ...payment,
    refunds: { ...payment.refunds, [providerRefundId]: { amount, state } },
  });
  const { price } = payment.started;
  return [
    {
      type: 'RefundObserved',
      data: { ...factsOf(payment), providerRefundId, amount, state, refundedTotal, price },
    },
  ];
};

const observeDispute = (
  { disputeId, state, reason, amount, isWithdrawn }: DataOf<'ObserveDispute'>,
  payment: Payment,
): Decision => {
  requireStarted(payment);
  const known = payment.disputes[disputeId];
  if (known) {
    const isOlder = DISPUTE_ORDER[state] < DISPUTE_ORDER[known.state];
    const isOtherEnd = DISPUTE_ORDER[state] === DISPUTE_ORDER[known.state] && state !== known.state;
    if (isOlder || isOtherEnd) return [];
    if (state === known.state && isWithdrawn === known.isWithdrawn) return [];
  }
  const dispute = { disputeId, state, reason, amount, isWithdrawn };
  return [{ type: 'DisputeObserved', data: { ...factsOf(payment), ...dispute } }];
};

const observeFraudWarning = ({ warningId }: DataOf<'ObserveFraudWarning'>, payment: Payment): Decision => {
  requireStarted(payment);
  if (payment.warnings.includes(warningId)) return [];
  return [{ type: 'FraudWarned', data: { ...factsOf(payment), warningId } }];
};

export const payment: Aggregate<Payment, PaymentEvents, typeof commands> = {
  category: 'payment',
  id: ({ reference }) => reference,
  initial: {
    started: null,
    checkout: null,
    paymentIntentId: null,
    isPending: false,
    confirmedAt: null,
    failed: null,
    parked: null,
    refundRequest: null,
    startedRefunds: {},
    refunds: {},
    disputes: {},
    warnings: [],
  },
  commands,
  decide: {
    StartCheckout: startCheckout,
    OpenCheckout: openCheckout,
    ObservePayment: observePayment,
    ParkPayment: parkPayment,
    ResolvePayment: resolvePayment,
    RequestRefund: requestRefund,
    DeclineRefund: declineRefund,
    StartRefund: startRefund,
    ObserveRefund: observeRefund,
    ObserveDispute: observeDispute,
    ObserveFraudWarning: observeFraudWarning,
  },
  evolve: {
    CheckoutStarted: (state, started) => ({ ...state, started }),
    CheckoutOpened: (state, { sessionId, url }) => ({ ...state, checkout: { sessionId, url } }),
    PaymentPending: (state, { paymentIntentId }) => ({ ...state, paymentIntentId, isPending: true }),
    PaymentConfirmed: (state, { paymentIntentId }, at) => ({
      ...state,
      paymentIntentId,
      isPending: false,
      failed: null,
      confirmedAt: at,
    }),
    PaymentFailed: (state, { because }) => ({ ...state, isPending: false, failed: because }),
    PaymentParked: (state, { reason }) => ({ ...state, parked: reason }),
    PaymentResolved: (state) => ({ ...state, parked: null }),
    RefundRequested: (state, { requestId }) => ({ ...state, refundRequest: { requestId, isOpen: true } }),
    RefundDeclined: (state, { requestId }) => ({ ...state, refundRequest: { requestId, isOpen: false } }),
    RefundStarted: (state, { refundId, amount }) => ({
      ...state,
      startedRefunds: { ...state.startedRefunds, [refundId]: amount },
      refundRequest: state.refundRequest && { ...state.refundRequest, isOpen: false },
    }),
    RefundObserved: (state, { providerRefundId, amount, state: refundState }) => ({
      ...state,
      refunds: { ...state.refunds, [providerRefundId]: { amount, state: refundState } },
    }),
    DisputeObserved: (state, { disputeId, state: disputeState, reason, amount, isWithdrawn }) => ({
      ...state,
      disputes: {
        ...state.disputes,
        [disputeId]: { disputeId, state: disputeState, reason, amount, isWithdrawn },
      },
    }),
    FraudWarned: (state, { warningId }) => ({ ...state, warnings: [...state.warnings, warningId] }),
  },
};
