import { Rejected } from '../../kernel/aggregate.js';
import type { DataOf } from '../../kernel/field.js';
import type { Decider } from '../moderation/self-decision.js';
import type { Money } from '../money.js';
import type { Dispute, RefundState, paymentOf } from './payment-facts.js';

/** What was started, before the provider was asked for it. */
export interface Started extends DataOf<typeof paymentOf> {
  readonly price: Money;
  readonly mode: 'test' | 'live';
  readonly expiresAt: string;
}

/** Why a payment waits for an admin, and for which payment of the provider. */
export interface Parked {
  readonly reason: string;
  readonly paymentIntentId: string | null;
  readonly paid: Money | null;
}

/** A payment: what we started, and what the provider has shown since. */
export interface PaymentState {
  readonly started: Started | null;
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
  /** Null when it does not wait for an admin. */
  readonly parked: Parked | null;
  /** What admins have settled. */
  readonly resolved: readonly Parked[];
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
export const noPayment: PaymentState = {
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

export interface StartedPayment extends PaymentState {
  readonly started: Started;
}

/** What the data of each command has. */
export interface OfPayment {
  readonly reference: string;
}

/** Acts of admins are idempotent by `actId`. */
export interface Act extends OfPayment {
  readonly actId: string;
  readonly decider: Decider;
}

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
}: PaymentState): string | null {
  if (confirmedAt !== null) return paymentIntentId;
  return [...resolved, parked].findLast((known) => known?.paymentIntentId)?.paymentIntentId ?? null;
}

/**
 * What was not given back; null if it is unknown.
 * @param seen what the provider shows of a payment that is not confirmed: it may differ from the price
 */
export function leftOf(payment: StartedPayment, seen: Money | null): Money | null {
  const paid = payment.confirmedAt === null ? seen : paidOf(payment);
  return paid && { ...paid, amount: paid.amount - refundedOf(payment).amount };
}

/** Whether we have started a refund that the provider has neither shown nor rejected. */
export function isRefundUnderWay({ startedRefunds, refunds }: PaymentState): boolean {
  const accepted = Object.values(startedRefunds).filter(({ isRejected }) => !isRejected);
  return accepted.length > Object.keys(refunds).length;
}

/** Whether an open or lost dispute has taken the money: the provider rejects refunds then. */
export function isMoneyGone({ disputes }: PaymentState): boolean {
  return Object.values(disputes).some(({ state }) => state === 'open' || state === 'lost');
}

/** The warnings of fraud that no admin has settled. */
export function openWarningsOf({ warnings, dismissedWarnings }: PaymentState): readonly string[] {
  return warnings.filter((id) => !dismissedWarnings.includes(id));
}

/** @throws Rejected (notFound) for a payment that was not started here */
export function requireStarted(payment: PaymentState): asserts payment is StartedPayment {
  if (!payment.started) throw new Rejected('notFound', 'Payment not found');
}

/** What each event about the money repeats. */
export const factsOf = ({ started: { reference, userId, purpose } }: StartedPayment) => ({
  reference,
  userId,
  purpose,
});

/** The acts of admins with one more; null for an event of the server itself, or from before acts had ids. */
export function withAct({ acts }: PaymentState, actId: string | null): readonly string[] {
  return actId === null ? acts : [...acts, actId];
}
