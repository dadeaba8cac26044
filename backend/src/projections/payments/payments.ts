import { BOOST_MS } from '../../domain/boosts/boost-facts.js';
import { projection } from '../projection.js';
import { type PaymentDocument, changed, withBoost } from './payment-document.js';

const referenceOf = ({ data }: { readonly data: { readonly reference: string } }) => [data.reference];
const boostOf = ({ data }: { readonly data: { readonly boostId: string } }) => [data.boostId];

/** A request is decided once all is refunded. A refund that fails opens it again. */
function requestAfter(payment: PaymentDocument | null, refunded: number): PaymentDocument['refundRequest'] {
  if (!payment?.refundRequest || payment.refundRequest === 'declined') return payment?.refundRequest ?? null;
  return refunded < payment.price.amount ? 'open' : 'decided';
}

const WORDS = { failed: 'failed', canceled: 'was cancelled' } as const;

export const payments = projection<PaymentDocument>({
  name: 'payments',
  version: 9,
  indexes: [
    { fields: { userId: 1, startedAt: -1 } },
    { fields: { userId: 1, isSettled: 1, startedAt: -1 } },
    { fields: { sessionId: 1 } },
    { fields: { startedAt: 1 } },
    { fields: { state: 1, startedAt: 1 } },
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
        checkoutUrl: null,
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
        state: 'started',
        isSettled: false,
        movedAt: null,
        boughtFor: purpose.kind === 'boost' ? purpose.postId : null,
        boost: null,
      }),
    },
    CheckoutOpened: {
      ids: referenceOf,
      fold: (payment, { data: { sessionId, url } }) => payment && { ...payment, sessionId, checkoutUrl: url },
    },
    CheckoutNotOpened: { ids: referenceOf, fold: (payment) => payment && { ...payment, isGivenUp: true } },
    PaymentPending: {
      ids: referenceOf,
      fold: (payment, { data: { paymentIntentId } }) =>
        changed(payment, { status: 'pending', paymentIntentId }),
    },
    PaymentConfirmed: {
      ids: referenceOf,
      fold: (payment, { data: { paymentIntentId, price }, metadata: { at } }) =>
        changed(payment, { status: 'paid', price, paymentIntentId, paidAt: at, movedAt: at }),
    },
    PaymentFailed: {
      ids: referenceOf,
      fold: (payment, { data: { because } }) => changed(payment, { status: because }),
    },
    PaymentParked: {
      ids: referenceOf,
      fold: (payment, { data: { reason } }) => changed(payment, { parked: reason }),
    },
    PaymentResolved: {
      ids: referenceOf,
      fold: (payment, { data: { outcome } }) =>
        changed(payment, {
          parked: null,
          settled: payment?.parked ? outcome : (payment?.settled ?? null),
          ...(outcome === 'dismissed' && { refundProblem: null }),
        }),
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
        changed(payment, { refundProblem: `Stripe rejected it: ${reason}` }),
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
