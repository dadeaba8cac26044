import type { Decider } from '../moderation/decisions.js';
import type { Money } from '../money.js';
import type { Dispute, PaymentEvents, Purpose, RefundState } from './payment.events.js';

interface Decided {
  decider: Decider;
}

/** Acts are idempotent by `actId`. */
interface Act extends Decided {
  actId: string;
}

/** Record a checkout before the provider is asked for one. Idempotent by the reference. */
export type StartCheckout = PaymentEvents['CheckoutStarted'];

/** Record the provider's checkout page. */
export type OpenCheckout = PaymentEvents['CheckoutOpened'];

/** Record that the provider has refused to create it. Idempotent. */
export type GiveUpCheckout = PaymentEvents['CheckoutNotOpened'];

/** What the provider shows of a payment. Idempotent; states may arrive in any order and any number of times. */
export type ObservePayment = {
  reference: string;
  state: 'unpaid' | 'pending' | 'paid' | 'failed' | 'expired';
  /** Null while nothing was paid. */
  paymentIntentId: string | null;
  price: Money;
  mode: 'test' | 'live';
  /** The account that the provider's metadata names; null for none. */
  userId: string | null;
  /** The kind that the provider's metadata names; null for none. */
  kind: Purpose['kind'] | null;
};

/** Set a payment aside for an admin. Idempotent by the reason. */
export type ParkPayment = PaymentEvents['PaymentParked'];

/**
 * Grant what a parked payment was started for, and confirm that `paid` was paid: what the provider shows. Null counts as the
 * price that was started.
 */
export type GrantPayment = {
  reference: string;
  note: string;
  paid: Money | null;
  isBuyerDeleted: boolean;
} & Act;

/** Settle a parked payment, or a refund that failed, and do nothing else. */
export type DismissPayment = { reference: string; note: string } & Act;

/** Ask for the money of an unclaimed boost back, at the time `now` (ISO 8601). */
export type RequestRefund = {
  reference: string;
  userId: string;
  requestId: string;
  isUnclaimed: boolean;
  now: string;
};

/** Refuse that. */
export type DeclineRefund = { reference: string; reason: string } & Act;

/**
 * Record a refund of ours before the provider is asked for it. Idempotent by `refundId`. An `amount` of null is all that is
 * left. `paid` is what the provider shows of a payment that is not confirmed; null for any other. `begun` is how many refunds
 * had been started before; null if that does not matter.
 */
export type StartRefund = Omit<PaymentEvents['RefundStarted'], 'amount'> &
  Decided & { amount: Money | null; paid: Money | null; begun: number | null };

/** Record that the provider has rejected it. */
export type RejectRefund = PaymentEvents['RefundRejected'];

/** What the provider shows of a refund. */
export type ObserveRefund = {
  reference: string;
  providerRefundId: string;
  amount: Money;
  state: RefundState;
};

/** What the provider shows of a dispute. */
export type ObserveDispute = { reference: string } & Dispute;

/** Decide what a lost dispute means for the boost, and lift the suspension. Idempotent by the dispute. */
export type ResolveDispute = {
  reference: string;
  disputeId: string;
  boost: 'kept' | 'revoked';
  note: string;
} & Act;

/** The provider passes on a warning of the card's bank. */
export type ObserveFraudWarning = { reference: string; warningId: string };

/** Settle the warnings that are not settled yet. */
export type DismissFraudWarnings = { reference: string; note: string } & Act;

/** Record that a mail about the payment waits to be sent. Idempotent by `mailId`. */
export type RecordPaymentMail = PaymentEvents['PaymentMailQueued'];
