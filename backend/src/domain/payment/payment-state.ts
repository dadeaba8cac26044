import { type EventOf, Rejected } from '../../kernel/aggregate.js';
import type { Money } from '../money.js';
import type { Dispute, paymentEvents, RefundState, PaymentEvents } from './payment.events.js';

/** A payment: what we started, and what the provider has shown since. */
export interface Payment {
  readonly started: PaymentEvents['CheckoutStarted'] | null;
  readonly checkout: { readonly sessionId: string; readonly url: string } | null;
  /** Whether the provider has answered with an error instead of a page. */
  readonly isGivenUp: boolean;
  readonly paymentIntentId: string | null;
  readonly isPending: boolean;
  /** When it was confirmed, ISO 8601; null before. */
  readonly confirmedAt: string | null;
  /** What was paid; null before it is confirmed. */
  readonly paid: Money | null;
  readonly failed: 'failed' | 'expired' | null;
  /** Why it waits for an admin, and for which payment of the provider; null when it does not. */
  readonly parked: Omit<PaymentEvents['PaymentParked'], 'reference'> | null;
  /** What admins have settled. */
  readonly resolved: readonly NonNullable<Payment['parked']>[];
  /** Open until the provider shows that all is refunded, or an admin declines. A refund that fails opens it again. */
  readonly refundRequest: {
    readonly requestId: string;
    readonly isOpen: boolean;
    readonly isDeclined: boolean;
  } | null;
  /** Refunds that we started, by our id. */
  readonly startedRefunds: Readonly<Record<string, { readonly amount: Money; readonly isRejected: boolean }>>;
  /** Refunds by the provider's id. */
  readonly refunds: Readonly<Record<string, { readonly amount: Money; readonly state: RefundState }>>;
  /** Whether the last refund was rejected or has failed, which no admin has dismissed. */
  readonly isRefundFailed: boolean;
  readonly disputes: Readonly<Record<string, Dispute>>;
  /** What admins decided on lost disputes. */
  readonly resolvedDisputes: Readonly<Record<string, 'kept' | 'revoked'>>;
  readonly warnings: readonly string[];
  readonly dismissedWarnings: readonly string[];
  /** The acts of admins, except for refunds. */
  readonly acts: readonly string[];
  /** The mails to the buyer that were queued. */
  readonly mails: readonly string[];
}

/** The state before the checkout. */
export const noPayment: Payment = {
  started: null,
  checkout: null,
  isGivenUp: false,
  paymentIntentId: null,
  isPending: false,
  confirmedAt: null,
  paid: null,
  failed: null,
  parked: null,
  resolved: [],
  refundRequest: null,
  startedRefunds: {},
  refunds: {},
  isRefundFailed: false,
  disputes: {},
  resolvedDisputes: {},
  warnings: [],
  dismissedWarnings: [],
  acts: [],
  mails: [],
};

export type StartedPayment = Payment & { readonly started: NonNullable<Payment['started']> };

export type Decision = EventOf<typeof paymentEvents>[];

/** What was paid or, before it is confirmed, what is to be paid. */
export function paidOf({ paid, started }: StartedPayment): Money {
  return paid ?? started.price;
}

/** What was given back or is on its way, in the currency of the payment. */
export function refundedOf(payment: StartedPayment): Money {
  const { refunds } = payment;
  const counted = Object.values(refunds).filter(({ state }) => state === 'pending' || state === 'succeeded');
  const amount = counted.reduce((sum, refund) => sum + refund.amount.amount, 0);
  return { amount, currency: paidOf(payment).currency };
}

/**
 * The payment at the provider that can be given back: the confirmed one, or the last one that was parked; null if
 * nothing was paid.
 */
export function refundableIntentOf({
  confirmedAt,
  paymentIntentId,
  parked,
  resolved,
}: Payment): string | null {
  if (confirmedAt !== null) return paymentIntentId;
  return [...resolved, parked].findLast((known) => known?.paymentIntentId)?.paymentIntentId ?? null;
}

/** @throws Rejected (notFound) for a payment that was not started here */
export function requireStarted(payment: Payment): asserts payment is StartedPayment {
  if (!payment.started) throw new Rejected('notFound', 'Payment not found');
}

/** What each event about the money repeats. */
export const factsOf = ({ started: { reference, userId, purpose } }: StartedPayment) => ({
  reference,
  userId,
  purpose,
});
