import type { BoostType, RankChange } from '../../domain/boosts/boost-facts.js';
import type { Money } from '../../domain/money.js';
import type { DisputeState } from '../../domain/payment/payment-facts.js';

/** The boost that a payment bought. Times are ISO 8601. */
export interface BoughtBoost {
  readonly grantedAt: string;
  readonly is: 'unclaimed' | 'active' | 'held' | 'ended' | 'revoked';
  /** The post that it is on, or was on last; null before it is applied. */
  readonly postId: string | null;
  readonly appliedAt: string | null;
  /** The end of an active boost; of an ended one when it ended; else null. */
  readonly expiresAt: string | null;
  /** Milliseconds that are left while it is not active. */
  readonly remainingMs: number;
  readonly rank: RankChange | null;
  /** Whether its owner was notified of the end. */
  readonly isNotified: boolean;
}

/** Where a payment stands: the first of these that is true, from `parked` on, else how far the checkout is. */
export const PAYMENT_STATES = [
  'started',
  'pending',
  'paid',
  'failed',
  'expired',
  'parked',
  'disputed',
  'charged back',
  'refunded',
  'suspected',
  'refund requested',
  'partly refunded',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** A payment, under its reference: what we started, what the provider has shown, and the boost that it bought. */
export interface PaymentDocument {
  readonly userId: string | null;
  readonly kind: 'boost' | 'donation';
  readonly boostType: BoostType | null;
  /** What is to be paid; once it is confirmed, what was paid. */
  readonly price: Money;
  readonly status: 'started' | 'pending' | 'paid' | 'failed' | 'expired';
  /** Why it waits for an admin; null when it does not. */
  readonly parked: string | null;
  /** How an admin has settled it when it was parked; null if it was not. */
  readonly settled: 'granted' | 'refunded' | 'dismissed' | null;
  readonly sessionId: string | null;
  /** The checkout page; null before it is opened. */
  readonly checkoutUrl: string | null;
  /** Whether the provider has answered with an error instead of a checkout page. */
  readonly isGivenUp: boolean;
  readonly paymentIntentId: string | null;
  readonly startedAt: string;
  readonly paidAt: string | null;
  /** Until when the checkout page can be paid. */
  readonly checkoutEndsAt: string;
  /** What was given back, in the smallest unit of the price's currency. */
  readonly refunded: number;
  readonly refundRequest: 'open' | 'declined' | 'decided' | null;
  /** Why the last refund did not happen: it failed, or the provider rejected it; null if it did. */
  readonly refundProblem: string | null;
  /** By id, of which the provider opens few for a payment. */
  readonly disputes: Readonly<Record<string, DisputeState | 'resolved'>>;
  /** How many warnings of fraud no admin has settled. */
  readonly warnings: number;
  /** Whether it is parked, disputed or suspected of fraud, or a refund is asked for. */
  readonly needsAdmin: boolean;
  readonly state: PaymentState;
  /** Whether it was paid, is on its way, has failed or an admin has settled it: not a checkout that is open or was left. */
  readonly isSettled: boolean;
  /** When the log last showed that money moved, ISO 8601; null before. */
  readonly movedAt: string | null;
  readonly boughtFor: string | null;
  readonly boost: BoughtBoost | null;
}

/** The document after a change of the boost; as it was while there is none. */
export function withBoost(
  document: PaymentDocument | null,
  change: (boost: BoughtBoost) => Partial<BoughtBoost>,
): PaymentDocument | null {
  if (!document?.boost) return document;
  return { ...document, boost: { ...document.boost, ...change(document.boost) } };
}

/** The document after a change, and what depends on it. */
export function changed(
  document: PaymentDocument | null,
  change: Partial<PaymentDocument>,
): PaymentDocument | null {
  if (!document) return null;
  const payment = { ...document, ...change };
  const { parked, refundRequest, refundProblem, disputes } = payment;
  const needsAdmin =
    parked !== null ||
    refundRequest === 'open' ||
    (refundProblem !== null && !isChargedBack(payment)) ||
    Object.values(disputes).some((state) => state === 'open' || state === 'lost') ||
    isSuspected(payment);
  const state = stateOf(payment);
  const isSettled = payment.settled !== null || (state !== 'started' && state !== 'expired');
  return { ...payment, needsAdmin, state, isSettled };
}

/** Nothing is left to refund then. */
function isChargedBack({ disputes }: PaymentDocument): boolean {
  return Object.values(disputes).some((state) => state === 'lost' || state === 'resolved');
}

/** A refund of everything or a dispute settles a warning. */
function isSuspected({ warnings, disputes, refunded, price }: PaymentDocument): boolean {
  return warnings > 0 && Object.keys(disputes).length === 0 && refunded < price.amount;
}

function stateOf(payment: PaymentDocument): PaymentState {
  const { status, parked, settled, disputes, refunded, price } = payment;
  if (parked !== null) return 'parked';
  const states = Object.values(disputes);
  if (states.includes('open')) return 'disputed';
  // Only a lost dispute is decided by an admin: the money is gone whatever the decision.
  if (isChargedBack(payment)) return 'charged back';
  // What was paid for a parked payment may be less than its price.
  const isReturned = status !== 'paid' && settled === 'refunded' && refunded > 0;
  if (isReturned || refunded >= price.amount) return 'refunded';
  if (isSuspected(payment)) return 'suspected';
  if (payment.refundRequest === 'open') return 'refund requested';
  return refunded > 0 ? 'partly refunded' : status;
}
