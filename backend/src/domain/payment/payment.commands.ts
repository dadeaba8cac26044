import { Command } from '../../kernel/aggregate.js';
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
export class StartCheckout extends Command<PaymentEvents['CheckoutStarted']> {}

/** Record the provider's checkout page. */
export class OpenCheckout extends Command<PaymentEvents['CheckoutOpened']> {}

/** Record that the provider has refused to create it. Idempotent. */
export class GiveUpCheckout extends Command<PaymentEvents['CheckoutNotOpened']> {}

/** What the provider shows of a payment. Idempotent; states may arrive in any order and any number of times. */
export class ObservePayment extends Command<{
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
}> {}

/** Set a payment aside for an admin. Idempotent by the reason. */
export class ParkPayment extends Command<PaymentEvents['PaymentParked']> {}

/**
 * Grant what a parked payment was started for, and confirm that `paid` was paid: what the provider shows. Null counts as the
 * price that was started.
 */
export class GrantPayment extends Command<
  { reference: string; note: string; paid: Money | null; isBuyerDeleted: boolean } & Act
> {}

/** Settle a parked payment, or a refund that failed, and do nothing else. */
export class DismissPayment extends Command<{ reference: string; note: string } & Act> {}

/** Ask for the money of an unclaimed boost back, at the time `now` (ISO 8601). */
export class RequestRefund extends Command<{
  reference: string;
  userId: string;
  requestId: string;
  isUnclaimed: boolean;
  now: string;
}> {}

/** Refuse that. */
export class DeclineRefund extends Command<{ reference: string; reason: string } & Act> {}

/**
 * Record a refund of ours before the provider is asked for it. Idempotent by `refundId`. An `amount` of null is all that is
 * left. `paid` is what the provider shows of a payment that is not confirmed; null for any other. `begun` is how many refunds
 * had been started before; null if that does not matter.
 */
export class StartRefund extends Command<
  Omit<PaymentEvents['RefundStarted'], 'amount'> &
    Decided & { amount: Money | null; paid: Money | null; begun: number | null }
> {}

/** Record that the provider has rejected it. */
export class RejectRefund extends Command<PaymentEvents['RefundRejected']> {}

/** What the provider shows of a refund. */
export class ObserveRefund extends Command<{
  reference: string;
  providerRefundId: string;
  amount: Money;
  state: RefundState;
}> {}

/** What the provider shows of a dispute. */
export class ObserveDispute extends Command<{ reference: string } & Dispute> {}

/** Decide what a lost dispute means for the boost, and lift the suspension. Idempotent by the dispute. */
export class ResolveDispute extends Command<
  { reference: string; disputeId: string; boost: 'kept' | 'revoked'; note: string } & Act
> {}

/** The provider passes on a warning of the card's bank. */
export class ObserveFraudWarning extends Command<{ reference: string; warningId: string }> {}

/** Settle the warnings that are not settled yet. */
export class DismissFraudWarnings extends Command<{ reference: string; note: string } & Act> {}

/** Record that a mail about the payment waits to be sent. Idempotent by `mailId`. */
export class RecordPaymentMail extends Command<PaymentEvents['PaymentMailQueued']> {}
