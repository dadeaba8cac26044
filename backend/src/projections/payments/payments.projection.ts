import { BOOST_MS, type BoostType, type RankChange } from '../../domain/boosts/boosts.events.js';
import type { Money } from '../../domain/money.js';
import type { DisputeState } from '../../domain/payment/payment.events.js';
import { projection } from '../projection.js';

/** The boost that a payment bought. Times are ISO 8601. */
export interface BoughtBoost {
  /** When it was granted. */
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
  readonly price: Money;
  readonly status: 'started' | 'pending' | 'paid' | 'failed' | 'expired';
  /** Why it waits for an admin; null when it does not. */
  readonly parked: string | null;
  readonly sessionId: string | null;
  readonly paymentIntentId: string | null;
  readonly startedAt: string;
  readonly paidAt: string | null;
  /** Until when the checkout page can be paid. */
  readonly checkoutEndsAt: string;
  /** What was given back, in the smallest unit of the price's currency. */
  readonly refunded: number;
  readonly refundRequest: 'open' | 'declined' | 'decided' | null;
  readonly disputes: Readonly<Record<string, DisputeState | 'resolved'>>;
  readonly warnings: number;
  /** The post that the checkout was started from. */
  readonly boughtFor: string | null;
  readonly boost: BoughtBoost | null;
}

const referenceOf = ({ data }: { readonly data: { readonly reference: string } }) => [data.reference];
const boostOf = ({ data }: { readonly data: { readonly boostId: string } }) => [data.boostId];

/** Changes the boost of a payment. */
function withBoost(
  document: PaymentDocument | null,
  change: (boost: BoughtBoost) => Partial<BoughtBoost>,
): PaymentDocument | null {
  if (!document?.boost) return document;
  return { ...document, boost: { ...document.boost, ...change(document.boost) } };
}

export const payments = projection<PaymentDocument>({
  name: 'payments',
  version: 1,
  indexes: [
    { fields: { userId: 1, startedAt: -1 } },
    { fields: { sessionId: 1 } },
    { fields: { userId: 1, 'boost.is': 1, 'boost.grantedAt': 1 } },
    { fields: { 'boost.is': 1, 'boost.expiresAt': 1 } },
    { fields: { 'boost.is': 1, 'boost.isNotified': 1, 'boost.expiresAt': 1 } },
    { fields: { 'boost.postId': 1, 'boost.is': 1 } },
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
        sessionId: null,
        paymentIntentId: null,
        startedAt: metadata.at,
        paidAt: null,
        checkoutEndsAt: expiresAt,
        refunded: 0,
        refundRequest: null,
        disputes: {},
        warnings: 0,
        boughtFor: purpose.kind === 'boost' ? purpose.postId : null,
        boost: null,
      }),
    },
    CheckoutOpened: {
      ids: referenceOf,
      fold: (payment, { data: { sessionId } }) => payment && { ...payment, sessionId },
    },
    PaymentPending: {
      ids: referenceOf,
      fold: (payment, { data: { paymentIntentId } }) =>
        payment && { ...payment, status: 'pending', paymentIntentId },
    },
    PaymentConfirmed: {
      ids: referenceOf,
      fold: (payment, { data: { paymentIntentId }, metadata }) =>
        payment && { ...payment, status: 'paid', paymentIntentId, paidAt: metadata.at },
    },
    PaymentFailed: {
      ids: referenceOf,
      fold: (payment, { data: { because } }) => payment && { ...payment, status: because },
    },
    PaymentParked: {
      ids: referenceOf,
      fold: (payment, { data: { reason } }) => payment && { ...payment, parked: reason },
    },
    PaymentResolved: { ids: referenceOf, fold: (payment) => payment && { ...payment, parked: null } },
    RefundRequested: {
      ids: referenceOf,
      fold: (payment) => payment && { ...payment, refundRequest: 'open' },
    },
    RefundDeclined: {
      ids: referenceOf,
      fold: (payment) => payment && { ...payment, refundRequest: 'declined' },
    },
    RefundObserved: {
      ids: referenceOf,
      fold: (payment, { data: { refundedTotal } }) =>
        payment && {
          ...payment,
          refunded: refundedTotal.amount,
          refundRequest: payment.refundRequest && 'decided',
        },
    },
    DisputeObserved: {
      ids: referenceOf,
      fold: (payment, { data: { disputeId, state } }) =>
        payment && { ...payment, disputes: { ...payment.disputes, [disputeId]: state } },
    },
    DisputeResolved: {
      ids: referenceOf,
      fold: (payment, { data: { disputeId } }) =>
        payment && { ...payment, disputes: { ...payment.disputes, [disputeId]: 'resolved' } },
    },
    FraudWarned: {
      ids: referenceOf,
      fold: (payment) => payment && { ...payment, warnings: payment.warnings + 1 },
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
