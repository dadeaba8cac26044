import type { Catalogue } from '../../kernel/event.js';
import type { BoostType } from '../boosts/boosts.events.js';
import type { Money } from '../money.js';

/** What a payment is for. `postId` is the post that the boost is applied to once it is paid; null for none. */
export type Purpose =
  | { readonly kind: 'boost'; readonly boostType: BoostType; readonly postId: string | null }
  | { readonly kind: 'donation' };

/** For so long after the payment, the money of an unclaimed boost can be asked for. */
export const REFUND_WINDOW_MS = 7 * 86_400_000;

/** The state of a refund at the payment provider. */
export type RefundState = 'pending' | 'succeeded' | 'failed' | 'canceled';

/** The state of a dispute at the payment provider. An inquiry asks for information and moves no money. */
export type DisputeState = 'inquiry' | 'inquiry closed' | 'open' | 'won' | 'lost';

/** A dispute as the provider shows it. */
export interface Dispute {
  readonly disputeId: string;
  readonly state: DisputeState;
  /** The provider's word, such as `fraudulent`. */
  readonly reason: string;
  readonly amount: Money;
  /** Whether the provider has taken the money back from us for now. */
  readonly isWithdrawn: boolean;
}

interface PaymentOf {
  /** Our reference, a UUID. The provider gets it with everything that belongs to the payment. */
  reference: string;
  /** Who pays; null for a donation without an account. */
  userId: string | null;
  purpose: Purpose;
}

interface ActOf {
  /** Null in events of version 1. */
  actId: string | null;
}

/**
 * The events of one payment, `payment-{reference}`: ids, amounts, states and times, no personal data. The email stays
 * with the payment provider. Times are ISO 8601.
 */
export interface PaymentEvents {
  /** Recorded before the provider is called, so that a payment we know nothing of is impossible. */
  CheckoutStarted: PaymentOf & { price: Money; mode: 'test' | 'live'; expiresAt: string };
  /** The provider has created the checkout page at `url`. */
  CheckoutOpened: { reference: string; sessionId: string; url: string };
  /** The provider has answered with an error instead of a page, and repeats that answer for this reference. */
  CheckoutNotOpened: { reference: string; reason: string };
  /** The person has finished the checkout, and the payment takes some days. */
  PaymentPending: PaymentOf & { paymentIntentId: string };
  /** The payment is confirmed. `price` is what was paid; it differs from what was started only if an admin has granted it. */
  PaymentConfirmed: PaymentOf & { price: Money; paymentIntentId: string };
  /** The payment will not happen: it failed, or the checkout page expired. */
  PaymentFailed: PaymentOf & { because: 'failed' | 'expired' };
  /**
   * The payment needs an admin: what the provider shows does not match what we started, or its account is deleted. `paid` is
   * what came in although it is not confirmed; null for nothing, and in events of version 1.
   */
  PaymentParked: { reference: string; reason: string; paymentIntentId: string | null; paid: Money | null };
  /**
   * An admin has settled a parked payment, or dismissed a refund that failed. If a refund has settled it, there is no `actId`:
   * the refund was the act.
   */
  PaymentResolved: ActOf & {
    reference: string;
    outcome: 'granted' | 'refunded' | 'dismissed';
    note: string;
  };
  /** The buyer asks for their money back. */
  RefundRequested: PaymentOf & { requestId: string };
  /** An admin has refused that. */
  RefundDeclined: PaymentOf & ActOf & { requestId: string; reason: string };
  /**
   * An admin has started a refund, in the back office or with a command in a terminal. Recorded before the provider is
   * called. `refundId` is our id, that of the act, and the provider's idempotency key. `reason` is null in events of version 1.
   */
  RefundStarted: {
    reference: string;
    refundId: string;
    amount: Money;
    reason: string | null;
    inTerminal: boolean;
  };
  /** The provider has rejected a refund of ours. */
  RefundRejected: { reference: string; refundId: string; reason: string };
  /** A refund as the provider shows it; `refundedTotal` sums all of this payment that did not fail. */
  RefundObserved: PaymentOf & {
    providerRefundId: string;
    amount: Money;
    state: RefundState;
    refundedTotal: Money;
    price: Money;
    /** The state that we saw before; null for the first. */
    before: RefundState | null;
  };
  /** A dispute as the provider shows it; `before` is the state that we saw before. */
  DisputeObserved: PaymentOf & Dispute & { before: DisputeState | null };
  /** An admin has decided what a lost dispute means. The account is no longer suspended for it. */
  DisputeResolved: PaymentOf & ActOf & { disputeId: string; boost: 'kept' | 'revoked'; note: string };
  /** The card's bank suspects fraud. */
  FraudWarned: PaymentOf & { warningId: string };
  /** An admin has looked at these warnings and settled them, and says why. */
  FraudWarningsDismissed: PaymentOf & ActOf & { warningIds: readonly string[]; note: string };
  /** A mail to the buyer waits to be sent. `about` is the type of the event that it tells them of. */
  PaymentMailQueued: { reference: string; mailId: string; about: string };
}

const withoutAct = (data: Record<string, unknown>) => ({ ...data, actId: null });

const about = { reference: 'payment', userId: 'person', 'purpose.postId': 'post' } as const;

export const paymentEvents: Catalogue<PaymentEvents> = {
  CheckoutStarted: {
    version: 1,
    trail: {
      says: '{actor} started {reference} of {price|money}: {purpose.boostType|words?one} {purpose.kind|words}.',
      about,
    },
  },
  CheckoutOpened: {
    version: 1,
    trail: {
      says: '{actor} opened the checkout page {sessionId} for {reference}.',
      about: { reference: 'payment', sessionId: 'stripe' },
    },
  },
  CheckoutNotOpened: {
    version: 1,
    trail: {
      says: '{actor} got an error instead of a checkout page for {reference}.',
      about: { reference: 'payment' },
    },
  },
  PaymentPending: {
    version: 1,
    trail: {
      says: '{actor} noted that the money of {reference} takes some days ({paymentIntentId}).',
      about: { ...about, paymentIntentId: 'stripe' },
    },
  },
  PaymentConfirmed: {
    version: 1,
    trail: {
      says: '{actor} confirmed {reference} of {price|money} for {purpose.boostType|words?one} {purpose.kind|words} ({paymentIntentId}).',
      about: { ...about, paymentIntentId: 'stripe' },
    },
  },
  PaymentFailed: {
    version: 1,
    trail: { says: '{actor} ended {reference} without money ({because|words}).', about },
  },
  PaymentParked: {
    version: 2,
    upcast: { 1: (data) => ({ ...data, paid: null }) },
    trail: {
      says: '{actor} set {reference} aside for an admin, with {paid|money?nothing} received.',
      about: { reference: 'payment', paymentIntentId: 'stripe' },
    },
  },
  PaymentResolved: {
    version: 2,
    upcast: { 1: withoutAct },
    trail: {
      says: '{actor} settled {reference}, which had been set aside: {outcome|words}.',
      about: { reference: 'payment', actId: 'act' },
    },
  },
  RefundRequested: { version: 1, trail: { says: '{actor} asked for the money of {reference} back.', about } },
  RefundDeclined: {
    version: 2,
    upcast: { 1: withoutAct },
    trail: { says: '{actor} declined to refund {reference}.', about: { ...about, actId: 'act' } },
  },
  RefundStarted: {
    version: 2,
    upcast: { 1: (data) => ({ ...data, reason: null, inTerminal: false }) },
    trail: {
      says: '{actor} started to refund {amount|money} of {reference}{inTerminal?, in a terminal:}.',
      about: { reference: 'payment', refundId: 'act' },
    },
  },
  RefundRejected: {
    version: 1,
    trail: {
      says: '{actor} got no refund of {reference} from Stripe, which rejected it.',
      about: { reference: 'payment', refundId: 'act' },
    },
  },
  RefundObserved: {
    version: 1,
    trail: {
      says: '{actor} reported {providerRefundId} of {amount|money} for {reference}: from {before|words?new} to {state|words}, with {refundedTotal|money} of {price|money} refunded in all.',
      about: { ...about, providerRefundId: 'stripe' },
    },
  },
  DisputeObserved: {
    version: 1,
    trail: {
      says: '{actor} reported {disputeId} about {amount|money} of {reference} ({reason|words}): from {before|words?new} to {state|words}.',
      about: { ...about, disputeId: 'stripe' },
    },
  },
  DisputeResolved: {
    version: 2,
    upcast: { 1: withoutAct },
    trail: {
      says: '{actor} decided the lost {disputeId} about {reference}: boost {boost|words}.',
      about: { ...about, disputeId: 'stripe', actId: 'act' },
    },
  },
  FraudWarned: {
    version: 1,
    trail: {
      says: '{actor} reported {warningId}: the bank of the card suspected fraud in {reference}.',
      about: { ...about, warningId: 'stripe' },
    },
  },
  FraudWarningsDismissed: {
    version: 2,
    upcast: { 1: withoutAct },
    trail: {
      says: '{actor} settled the warnings of fraud {warningIds} about {reference}.',
      about: { ...about, warningIds: 'stripe', actId: 'act' },
    },
  },
  PaymentMailQueued: {
    version: 1,
    trail: {
      says: '{actor} queued a mail to the buyer of {reference} about this: {about|words}.',
      about: { reference: 'payment' },
    },
  },
};
