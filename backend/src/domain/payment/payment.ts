import { aggregate } from '../../kernel/aggregate.js';
import { type Money, isSameMoney } from '../money.js';
import type * as commands from './payment.commands.js';
import { type DisputeState, paymentEvents } from './payment.events.js';
import {
  declineRefund,
  dismissFraudWarnings,
  dismissPayment,
  grantPayment,
  resolveDispute,
  startRefund,
} from './payment-acts.js';
import {
  type Decision,
  type Payment as PaymentState,
  type StartedPayment,
  factsOf,
  noPayment,
  requireStarted,
} from './payment-state.js';
import { observeRefund, rejectRefund, requestRefund } from './refunds.js';

const startCheckout = (wish: commands.StartCheckout, payment: PaymentState): Decision =>
  payment.started ? [] : [{ type: 'CheckoutStarted', data: wish }];

const openCheckout = (wish: commands.OpenCheckout, payment: PaymentState): Decision => {
  requireStarted(payment);
  return payment.checkout ? [] : [{ type: 'CheckoutOpened', data: wish }];
};

const giveUpCheckout = (wish: commands.GiveUpCheckout, payment: PaymentState): Decision => {
  requireStarted(payment);
  return payment.checkout || payment.isGivenUp ? [] : [{ type: 'CheckoutNotOpened', data: wish }];
};

/** What differs between what we started and what the provider shows; null when nothing does. */
function mismatchOf(seen: commands.ObservePayment, { started }: StartedPayment): string | null {
  if (seen.mode !== started.mode) return `mode is ${seen.mode}, expected ${started.mode}`;
  if (seen.userId !== started.userId) return 'the account differs';
  if (seen.kind !== started.purpose.kind)
    return `it is for a ${seen.kind}, expected a ${started.purpose.kind}`;
  if (isSameMoney(seen.price, started.price)) return null;
  const written = ({ amount, currency }: Money) => `${amount} ${currency}`;
  return `the amount is ${written(seen.price)}, expected ${written(started.price)}`;
}

const observePayment = (seen: commands.ObservePayment, payment: PaymentState): Decision => {
  requireStarted(payment);
  const { reference, paymentIntentId } = seen;
  const mismatch = mismatchOf(seen, payment);
  if (mismatch) {
    const paid = seen.state === 'paid' ? seen.price : null;
    return payment.confirmedAt
      ? []
      : parkPayment({ reference, reason: mismatch, paymentIntentId, paid }, payment);
  }
  const facts = factsOf(payment);
  const { price } = payment.started;
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

const parkPayment = (wish: commands.ParkPayment, payment: PaymentState): Decision => {
  requireStarted(payment);
  const { reason, paymentIntentId } = wish;
  // An admin decides once on a reason, unless it comes back with another payment of the provider.
  const isKnown = [payment.parked, ...payment.resolved].some(
    (known) => known?.reason === reason && known.paymentIntentId === paymentIntentId,
  );
  return isKnown ? [] : [{ type: 'PaymentParked', data: wish }];
};

/** A state never goes back to one with a lower number: an older notice changes nothing. */
export const DISPUTE_ORDER: Readonly<Record<DisputeState, number>> = {
  inquiry: 0,
  'inquiry closed': 1,
  open: 2,
  lost: 3,
  // An appeal can win a lost dispute.
  won: 4,
};

const observeDispute = (
  { disputeId, state, reason, amount, isWithdrawn }: commands.ObserveDispute,
  payment: PaymentState,
): Decision => {
  requireStarted(payment);
  const known = payment.disputes[disputeId];
  if (known) {
    if (DISPUTE_ORDER[state] < DISPUTE_ORDER[known.state]) return [];
    if (state === known.state && isWithdrawn === known.isWithdrawn) return [];
  }
  const dispute = { disputeId, state, reason, amount, isWithdrawn };
  return [
    { type: 'DisputeObserved', data: { ...factsOf(payment), ...dispute, before: known?.state ?? null } },
  ];
};

const observeFraudWarning = (
  { warningId }: commands.ObserveFraudWarning,
  payment: PaymentState,
): Decision => {
  requireStarted(payment);
  if (payment.warnings.includes(warningId)) return [];
  return [{ type: 'FraudWarned', data: { ...factsOf(payment), warningId } }];
};

const recordPaymentMail = (mail: commands.RecordPaymentMail, payment: PaymentState): Decision => {
  requireStarted(payment);
  return payment.mails.includes(mail.mailId) ? [] : [{ type: 'PaymentMailQueued', data: mail }];
};

function withAct({ acts }: PaymentState, actId: string | null): readonly string[] {
  return actId === null ? acts : [...acts, actId];
}

type Key =
  | commands.StartCheckout
  | commands.OpenCheckout
  | commands.GiveUpCheckout
  | commands.ObservePayment
  | commands.ParkPayment
  | commands.GrantPayment
  | commands.DismissPayment
  | commands.RequestRefund
  | commands.DeclineRefund
  | commands.StartRefund
  | commands.RejectRefund
  | commands.ObserveRefund
  | commands.ObserveDispute
  | commands.ResolveDispute
  | commands.ObserveFraudWarning
  | commands.DismissFraudWarnings
  | commands.RecordPaymentMail;

export type Payment = PaymentState;

export const Payment = aggregate('payment', {
  id: ({ reference }: Key) => reference,
  initial: noPayment,
  events: paymentEvents,
}).rules({
  evolve: {
    CheckoutStarted: (state, started) => ({ ...state, started }),
    CheckoutOpened: (state, { sessionId, url }) => ({ ...state, checkout: { sessionId, url } }),
    CheckoutNotOpened: (state) => ({ ...state, isGivenUp: true }),
    PaymentPending: (state, { paymentIntentId }) => ({ ...state, paymentIntentId, isPending: true }),
    PaymentConfirmed: (state, { paymentIntentId, price }, at) => ({
      ...state,
      paid: price,
      paymentIntentId,
      isPending: false,
      failed: null,
      confirmedAt: at,
    }),
    PaymentFailed: (state, { because }) => ({ ...state, isPending: false, failed: because }),
    PaymentParked: (state, { reason, paymentIntentId, paid }) => ({
      ...state,
      parked: { reason, paymentIntentId, paid },
    }),
    PaymentResolved: (state, { actId, outcome }) => ({
      ...state,
      acts: withAct(state, actId),
      parked: null,
      isRefundFailed: outcome !== 'dismissed' && state.isRefundFailed,
      resolved: state.parked ? [...state.resolved, state.parked] : state.resolved,
    }),
    RefundRequested: (state, { requestId }) => ({
      ...state,
      refundRequest: { requestId, isOpen: true, isDeclined: false },
    }),
    RefundDeclined: (state, { requestId, actId }) => ({
      ...state,
      acts: withAct(state, actId),
      refundRequest: { requestId, isOpen: false, isDeclined: true },
    }),
    RefundStarted: (state, { refundId, amount }) => ({
      ...state,
      startedRefunds: { ...state.startedRefunds, [refundId]: { amount, isRejected: false } },
    }),
    RefundRejected: (state, { refundId }) => {
      const known = state.startedRefunds[refundId];
      if (!known) return state;
      return {
        ...state,
        startedRefunds: { ...state.startedRefunds, [refundId]: { ...known, isRejected: true } },
        isRefundFailed: true,
      };
    },
    RefundObserved: (state, { providerRefundId, amount, state: refundState, refundedTotal, price }) => ({
      ...state,
      refunds: { ...state.refunds, [providerRefundId]: { amount, state: refundState } },
      isRefundFailed: refundState === 'failed' || refundState === 'canceled',
      refundRequest: state.refundRequest && {
        ...state.refundRequest,
        isOpen: !state.refundRequest.isDeclined && refundedTotal.amount < price.amount,
      },
    }),
    DisputeObserved: (state, { disputeId, state: disputeState, reason, amount, isWithdrawn }) => ({
      ...state,
      disputes: {
        ...state.disputes,
        [disputeId]: { disputeId, state: disputeState, reason, amount, isWithdrawn },
      },
    }),
    DisputeResolved: (state, { disputeId, boost, actId }) => ({
      ...state,
      acts: withAct(state, actId),
      resolvedDisputes: { ...state.resolvedDisputes, [disputeId]: boost },
    }),
    FraudWarned: (state, { warningId }) => ({ ...state, warnings: [...state.warnings, warningId] }),
    FraudWarningsDismissed: (state, { warningIds, actId }) => ({
      ...state,
      acts: withAct(state, actId),
      dismissedWarnings: [...state.dismissedWarnings, ...warningIds],
    }),
    PaymentMailQueued: (state, { mailId }) => ({ ...state, mails: [...state.mails, mailId] }),
  },
  decide: {
    StartCheckout: startCheckout,
    OpenCheckout: openCheckout,
    GiveUpCheckout: giveUpCheckout,
    ObservePayment: observePayment,
    ParkPayment: parkPayment,
    GrantPayment: grantPayment,
    DismissPayment: dismissPayment,
    RequestRefund: requestRefund,
    DeclineRefund: declineRefund,
    StartRefund: startRefund,
    RejectRefund: rejectRefund,
    ObserveRefund: observeRefund,
    ObserveDispute: observeDispute,
    ResolveDispute: resolveDispute,
    ObserveFraudWarning: observeFraudWarning,
    DismissFraudWarnings: dismissFraudWarnings,
    RecordPaymentMail: recordPaymentMail,
  },
});
