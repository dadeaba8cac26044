import type { BoostsEvents } from '../../domain/boosts/boosts.events.js';
import type { Money } from '../../domain/money.js';
import type { PaymentEvents } from '../../domain/payment/payment.events.js';
import type { ProposalEvents } from '../../domain/proposal/proposal.events.js';
import type { StripeEventEvents } from '../../domain/payment/stripe-event.events.js';

/** The events that the timeline of a payment shows. */
export type Shown = PaymentEvents & BoostsEvents & StripeEventEvents & ProposalEvents;
export type TimelineEvent = keyof Shown;

/** What an event says, besides when it happened and who caused it. */
export interface MomentFacts {
  readonly amount?: Money;
  readonly stripeId?: string | null;
  /** A state, an outcome or a type. */
  readonly what?: string;
  readonly reason?: string | null;
}

export const FACTS: { readonly [Type in TimelineEvent]: (data: Shown[Type]) => MomentFacts } = {
  CheckoutStarted: ({ price }) => ({ amount: price }),
  CheckoutOpened: ({ sessionId }) => ({ stripeId: sessionId }),
  CheckoutNotOpened: ({ reason }) => ({ reason }),
  PaymentPending: ({ paymentIntentId }) => ({ stripeId: paymentIntentId }),
  PaymentConfirmed: ({ price, paymentIntentId }) => ({ amount: price, stripeId: paymentIntentId }),
  PaymentFailed: ({ because }) => ({ what: because }),
  PaymentParked: ({ reason, paymentIntentId, paid }) => ({
    reason,
    stripeId: paymentIntentId,
    ...(paid && { amount: paid }),
  }),
  PaymentResolved: ({ outcome, note }) => ({ what: outcome, reason: note }),
  RefundRequested: () => ({}),
  RefundDeclined: ({ reason }) => ({ reason }),
  RefundStarted: ({ amount, reason }) => ({ amount, reason }),
  RefundRejected: ({ reason }) => ({ reason }),
  RefundObserved: ({ amount, providerRefundId, state }) => ({
    amount,
    stripeId: providerRefundId,
    what: state,
  }),
  DisputeObserved: ({ amount, disputeId, state, reason }) => ({
    amount,
    stripeId: disputeId,
    what: state,
    reason,
  }),
  DisputeResolved: ({ disputeId, boost, note }) => ({ stripeId: disputeId, what: boost, reason: note }),
  FraudWarned: ({ warningId }) => ({ stripeId: warningId }),
  FraudWarningsDismissed: ({ note }) => ({ reason: note }),
  PaymentMailQueued: ({ about }) => ({ what: about }),
  BoostPurchased: ({ price }) => ({ amount: price }),
  BoostApplied: () => ({}),
  BoostHeld: ({ hold }) => ({ what: hold.kind }),
  BoostReleased: ({ hold }) => ({ what: hold.kind }),
  BoostEndingNotified: () => ({}),
  BoostEnded: ({ because }) => ({ what: because }),
  BoostRevoked: ({ because }) => ({ what: because }),
  BoostReinstated: () => ({}),
  ActProposed: ({ refund, note }) => ({ ...(refund && { amount: refund.amount }), reason: note }),
  ActRescheduled: () => ({}),
  ActConfirmed: () => ({}),
  ActWithdrawn: () => ({}),
  ActLapsed: () => ({}),
  ActCarriedOut: () => ({}),
  ActFailed: ({ problem }) => ({ reason: problem }),
  StripeEventReceived: ({ stripeEventId, eventType }) => ({ stripeId: stripeEventId, what: eventType }),
  StripeEventParked: ({ stripeEventId, reason }) => ({ stripeId: stripeEventId, reason }),
  StripeEventResolved: ({ stripeEventId, note }) => ({ stripeId: stripeEventId, reason: note }),
};

export const TIMELINE_EVENTS = Object.keys(FACTS) as readonly TimelineEvent[];
