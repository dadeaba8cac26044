import { BOOST_MS, type BoostType, type RankChange } from '../../domain/boosts/boosts.events.js';
import type { Money } from '../../domain/money.js';
import type { DisputeState } from '../../domain/payment/payment.events.js';
import { projection } from '../projection.js';

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
  readonly disputes: Readonly<Record<string, DisputeState | 'resolved'>>;
  /** How many warnings of fraud no admin has settled. */
  readonly warnings: number;
  /** Whether it is parked, disputed or suspected of fraud, or a refund is asked for. */
  readonly needsAdmin: boolean;
  /** When the log last showed that money moved, ISO 8601; null before. */
  readonly movedAt: string | null;
  readonly boughtFor: string | null;
  readonly boost: BoughtBoost | null;
}

const referenceOf = ({ data }: { readonly data: { readonly reference: string } }) => [data.reference];
const boostOf = ({ data }: { readonly data: { readonly boostId: string } }) => [data.boostId];

function withBoost(
  document: PaymentDocument | null,
  change: (boost: BoughtBoost) => Partial<BoughtBoost>,
): PaymentDocument | null {
  if (!document?.boost) return document;
  return { ...document, boost: { ...document.boost, ...change(document.boost) } };
}

function changed(document: PaymentDocument | null, change: Partial<PaymentDocument>): PaymentDocument | null {
  if (!document) return null;
  const payment = { ...document, ...change };
  const { parked, refundRequest, refundProblem, disputes, warnings, refunded, price } = payment;
  const states = Object.values(disputes);
  // A refund of everything or a dispute settles a warning.
  const isSuspected = warnings > 0 && states.length === 0 && refunded < price.amount;
  const needsAdmin =
    parked !== null ||
    refundRequest === 'open' ||
    refundProblem !== null ||
    states.some((state) => state === 'open' || state === 'lost') ||
    isSuspected;
  return { ...payment, needsAdmin };
}

/** A request is decided once all is refunded. A refund that fails opens it again. */
function requestAfter(payment: PaymentDocument | null, refunded: number): PaymentDocument['refundRequest'] {
  if (!payment?.refundRequest || payment.refundRequest === 'declined') return payment?.refundRequest ?? null;
  return refunded < payment.price.amount ? 'open' : 'decided';
}

const WORDS = { failed: 'failed', canceled: 'was cancelled' } as const;

export const payments = projection<PaymentDocument>({
  name: 'payments',
  version: 5,
  indexes: [
    { fields: { userId: 1, startedAt: -1 } },
    { fields: { sessionId: 1 } },
    { fields: { needsAdmin: 1, startedAt: 1 } },
    { fields: { movedAt: 1 } },
    { fields: { userId: 1, 'boost.is': 1, 'boost.grantedAt': 1 } },
    { fields: { 'boost.is': 1, 'boost.expiresAt': 1 } },
    { fields: { 'boost.is': 1, 'boost.isNotified': 1, 'boost.expiresAt': 1 } },
    { fields: { 'boost.postId': 1, 'boost.is': 1 } },
    { fields: { 'boost.grantedAt': 1 } },
    { fields: { 'boost.is': 1, 'boost.grantedAt': 1 } },
    { fields: { userId: 1, 'boost.grantedAt': 1 } },
  ],
  on: {
    CheckoutStarted: {
      ids: referenceOf,
      fold: (_, { data: { userId, purpose, price, expiresAt }, metadata }) => ({
        userId,
        kind: purpose.kind,
        boostType: purpose.kind === 'boost' ? purpose.boostType : null,
        price,
        status: 'started',
        parked: null,
        settled: null,
        sessionId: null,
        isGivenUp: false,
        paymentIntentId: null,
        startedAt: metadata.at,
        paidAt: null,
        checkoutEndsAt: expiresAt,
        refunded: 0,
        refundRequest: null,
        refundProblem: null,
        disputes: {},
        warnings: 0,
        needsAdmin: false,
        movedAt: null,
        boughtFor: purpose.kind === 'boost' ? purpose.postId : null,
        boost: null,
      }),
    },
    CheckoutOpened: {
      ids: referenceOf,
      fold: (payment, { data: { sessionId } }) => payment && { ...payment, sessionId },
    },
    CheckoutNotOpened: { ids: referenceOf, fold: (payment) => payment && { ...payment, isGivenUp: true } },
    PaymentPending: {
      ids: referenceOf,
      fold: (payment, { data: { paymentIntentId } }) =>
        payment && { ...payment, status: 'pending', paymentIntentId },
    },
    PaymentConfirmed: {
      ids: referenceOf,
      fold: (payment, { data: { paymentIntentId, price }, metadata: { at } }) =>
        payment && { ...payment, status: 'paid', price, paymentIntentId, paidAt: at, movedAt: at },
    },
    PaymentFailed: {
      ids: referenceOf,
      fold: (payment, { data: { because } }) => payment && { ...payment, status: because },
    },
    PaymentParked: {
      ids: referenceOf,
      fold: (payment, { data: { reason } }) => changed(payment, { parked: reason }),
    },
    PaymentResolved: {
      ids: referenceOf,
      fold: (payment, { data: { outcome } }) => changed(payment, { parked: null, settled: outcome }),
    },
    RefundRequested: {
      ids: referenceOf,
      fold: (payment) => changed(payment, { refundRequest: 'open' }),
    },
    RefundDeclined: {
      ids: referenceOf,
      fold: (payment) => changed(payment, { refundRequest: 'declined' }),
    },
    RefundObserved: {
      ids: referenceOf,
      fold: (payment, { data: { refundedTotal, state }, metadata }) =>
        changed(payment, {
          refunded: refundedTotal.amount,
          refundRequest: requestAfter(payment, refundedTotal.amount),
          refundProblem: state === 'failed' || state === 'canceled' ? `it ${WORDS[state]}` : null,
          movedAt: metadata.at,
        }),
    },
    RefundRejected: {
      ids: referenceOf,
      fold: (payment, { data: { reason } }) =>
        changed(payment, { refundProblem: `the provider rejected it: ${reason}` }),
    },
    DisputeObserved: {
      ids: referenceOf,
      fold: (payment, { data: { disputeId, state }, metadata }) =>
        changed(payment, {
          // What an admin has decided stays decided, unless an appeal wins the dispute.
          ...((payment?.disputes[disputeId] !== 'resolved' || state === 'won') && {
            disputes: { ...payment?.disputes, [disputeId]: state },
          }),
          movedAt: metadata.at,
        }),
    },
    DisputeResolved: {
      ids: referenceOf,
      fold: (payment, { data: { disputeId } }) =>
        changed(payment, { disputes: { ...payment?.disputes, [disputeId]: 'resolved' } }),
    },
    FraudWarned: {
      ids: referenceOf,
      fold: (payment) => changed(payment, { warnings: (payment?.warnings ?? 0) + 1 }),
    },
    FraudWarningsDismissed: {
      ids: referenceOf,
      fold: (payment, { data: { warningIds } }) =>
        changed(payment, { warnings: (payment?.warnings ?? 0) - warningIds.length }),
    },
    BoostPurchased: {
      ids: boostOf,
      fold: (payment, { data: { boostType }, metadata }) =>
        payment && {
          ...payment,
          boost: {
            grantedAt: metadata.at,
            is: 'unclaimed',
            postId: null,
            appliedAt: null,
            expiresAt: null,
            remainingMs: BOOST_MS[boostType],
            rank: null,
            isNotified: false,
          },
        },
    },
    BoostApplied: {
      ids: boostOf,
      fold: (payment, { data: { postId, appliedAt, expiresAt, rank } }) =>
        withBoost(payment, () => ({
          is: 'active',
          postId,
          appliedAt,
          expiresAt,
          remainingMs: 0,
          rank,
          isNotified: false,
        })),
    },
    BoostHeld: {
      ids: boostOf,
      fold: (payment, { data: { remainingMs } }) =>
        withBoost(payment, () => ({ is: 'held', expiresAt: null, remainingMs })),
    },
    BoostReleased: {
      ids: boostOf,
      fold: (payment, { data: { stillHeld, expiresAt, remainingMs } }) => {
        if (stillHeld) return payment;
        return withBoost(payment, () =>
          expiresAt === null
            ? { is: 'unclaimed', remainingMs }
            : { is: 'active', expiresAt, remainingMs: 0, isNotified: false },
        );
      },
    },
    BoostEndingNotified: {
      ids: boostOf,
      fold: (payment) => withBoost(payment, () => ({ isNotified: true })),
    },
    BoostEnded: {
      ids: boostOf,
      fold: (payment, { data: { endedAt } }) =>
        withBoost(payment, () => ({ is: 'ended', expiresAt: endedAt, remainingMs: 0 })),
    },
    BoostRevoked: {
      ids: boostOf,
      fold: (payment, { data: { remainingMs } }) =>
        withBoost(payment, () => ({ is: 'revoked', expiresAt: null, remainingMs })),
    },
    BoostReinstated: {
      ids: boostOf,
      fold: (payment, { data: { remainingMs } }) =>
        withBoost(payment, () => ({ is: 'unclaimed', remainingMs })),
    },
  },
});
