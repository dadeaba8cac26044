import type { Boosts } from '../../domain/boosts/boosts.js';
import type { Money } from '../../domain/money.js';
import type { Payment } from '../../domain/payment/payment.js';
import type { Proposal } from '../../domain/proposal/proposal.js';
import type { StripeEvent } from '../../domain/payment/stripe-event.js';
import type { EventsOf } from '../../kernel/event.js';

/** The events that the timeline of a payment shows. */
export type Shown = EventsOf<
  typeof Payment.events & typeof Boosts.events & typeof StripeEvent.events & typeof Proposal.events
>;
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
