import { BOOST_MS, BoostType, RankChange } from '../../domain/boosts/boost-facts.js';
import { Money } from '../../domain/money.js';
import { DisputeState } from '../../domain/payment/payment-facts.js';
import {
  type TypeOf,
  anyOf,
  flag,
  id,
  nullable,
  number,
  object,
  oneOf,
  record,
  text,
  time,
} from '../../kernel/field.js';
import { listedBy, view } from '../view.js';

export const BOOST_STATES = ['unclaimed', 'active', 'held', 'ended', 'revoked'] as const;

/** The boost that a payment bought. */
const BoughtBoost = object({
  grantedAt: time,
  is: oneOf(...BOOST_STATES),
  /** The post that it is on, or was on last; null before it is applied. */
  postId: nullable(id),
  appliedAt: nullable(time),
  /** The end of an active boost; of an ended one when it ended; else null. */
  expiresAt: nullable(time),
  /** Milliseconds that are left while it is not active. */
  remainingMs: number,
  rank: nullable(RankChange),
  /** Whether its owner was notified of the end. */
  isNotified: flag,
});

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
const Payment = object({
  userId: nullable(id),
  kind: oneOf('boost', 'donation'),
  boostType: nullable(BoostType),
  /** What is to be paid; once it is confirmed, what was paid. */
  price: Money,
  status: oneOf('started', 'pending', 'paid', 'failed', 'expired'),
  /** Why it waits for an admin; null when it does not. */
  parked: nullable(text),
  /** How an admin has settled it when it was parked; null if it was not. */
  settled: nullable(oneOf('granted', 'refunded', 'dismissed')),
  sessionId: nullable(id),
  /** The checkout page; null before it is opened. */
  checkoutUrl: nullable(text),
  /** Whether the provider has answered with an error instead of a checkout page. */
  isGivenUp: flag,
  paymentIntentId: nullable(id),
  startedAt: time,
  paidAt: nullable(time),
  /** Until when the checkout page can be paid. */
  checkoutEndsAt: time,
  /** What was given back, in the smallest unit of the price's currency. */
  refunded: number,
  refundRequest: nullable(oneOf('open', 'declined', 'decided')),
  /** Why the last refund did not happen: it failed, or the provider rejected it; null if it did. */
  refundProblem: nullable(text),
  /** By id, of which the provider opens few for a payment. */
  disputes: record(anyOf(DisputeState, oneOf('resolved'))),
  /** How many warnings of fraud no admin has settled. */
  warnings: number,
  /** Whether it is parked, disputed or suspected of fraud, or a refund is asked for. */
  needsAdmin: flag,
  state: oneOf(...PAYMENT_STATES),
  /** Whether it was paid, is on its way, has failed or an admin has settled it: not a checkout that is open or was left. */
  isSettled: flag,
  /** When the log last showed that money moved; null before. */
  movedAt: nullable(time),
  boughtFor: nullable(id),
  boost: nullable(BoughtBoost),
});
export type PaymentDocument = TypeOf<typeof Payment>;

const WORDS = { failed: 'failed', canceled: 'was cancelled' } as const;

export const payments = view('payments', {
  version: 9,
  document: Payment,
  indexes: [
    'userId -startedAt',
    'userId isSettled -startedAt',
    'sessionId',
    ...listedBy('startedAt', 'state', 'needsAdmin'),
    'movedAt',
    'userId boost.is boost.grantedAt',
    'boost.is boost.expiresAt',
    'boost.is boost.isNotified boost.expiresAt',
    'boost.postId boost.is',
    ...listedBy('boost.grantedAt', 'boost.is', 'userId'),
  ],
})
  .createdBy('reference', {
    CheckoutStarted: (_, { userId, purpose, price, expiresAt }, { at }) => ({
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
      startedAt: at,
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
  })
  .changedBy('reference', {
    CheckoutOpened: (payment, { sessionId, url }) => ({ ...payment, sessionId, checkoutUrl: url }),
    CheckoutNotOpened: (payment) => ({ ...payment, isGivenUp: true }),
    PaymentPending: (payment, { paymentIntentId }) =>
      changed(payment, { status: 'pending', paymentIntentId }),
    PaymentConfirmed: (payment, { paymentIntentId, price }, { at }) =>
      changed(payment, { status: 'paid', price, paymentIntentId, paidAt: at, movedAt: at }),
    PaymentFailed: (payment, { because }) => changed(payment, { status: because }),
    PaymentParked: (payment, { reason }) => changed(payment, { parked: reason }),
    PaymentResolved: (payment, { outcome }) =>
      changed(payment, {
        parked: null,
        settled: payment.parked ? outcome : payment.settled,
        ...(outcome === 'dismissed' && { refundProblem: null }),
      }),
    RefundRequested: (payment) => changed(payment, { refundRequest: 'open' }),
    RefundDeclined: (payment) => changed(payment, { refundRequest: 'declined' }),
    RefundObserved: (payment, { refundedTotal: { amount }, state }, { at }) =>
      changed(payment, {
        refunded: amount,
        refundRequest: requestAfter(payment, amount),
        refundProblem: state === 'failed' || state === 'canceled' ? `it ${WORDS[state]}` : null,
        movedAt: at,
      }),
    RefundRejected: (payment, { reason }) =>
      changed(payment, { refundProblem: `Stripe rejected it: ${reason}` }),
    DisputeObserved: (payment, { disputeId, state }, { at }) =>
      changed(payment, {
        // What an admin has decided stays decided, unless an appeal wins the dispute.
        ...((payment.disputes[disputeId] !== 'resolved' || state === 'won') && {
          disputes: { ...payment.disputes, [disputeId]: state },
        }),
        movedAt: at,
      }),
    DisputeResolved: (payment, { disputeId }) =>
      changed(payment, { disputes: { ...payment.disputes, [disputeId]: 'resolved' } }),
    FraudWarned: (payment) => changed(payment, { warnings: payment.warnings + 1 }),
    FraudWarningsDismissed: (payment, { warningIds }) =>
      changed(payment, { warnings: payment.warnings - warningIds.length }),
  })
  .changedBy('boostId', {
    BoostPurchased: (payment, { boostType }, { at }) => ({
      ...payment,
      boost: {
        grantedAt: at,
        is: 'unclaimed',
        postId: null,
        appliedAt: null,
        expiresAt: null,
        remainingMs: BOOST_MS[boostType],
        rank: null,
        isNotified: false,
      },
    }),
    BoostApplied: (payment, { postId, appliedAt, expiresAt, rank }) =>
      withBoost(payment, {
        is: 'active',
        postId,
        appliedAt,
        expiresAt,
        remainingMs: 0,
        rank,
        isNotified: false,
      }),
    BoostHeld: (payment, { remainingMs }) => withBoost(payment, { is: 'held', expiresAt: null, remainingMs }),
    BoostReleased: (payment, { stillHeld, expiresAt, remainingMs }) => {
      if (stillHeld) return payment;
      return withBoost(
        payment,
        expiresAt === null
          ? { is: 'unclaimed', remainingMs }
          : { is: 'active', expiresAt, remainingMs: 0, isNotified: false },
      );
    },
    BoostEndingNotified: (payment) => withBoost(payment, { isNotified: true }),
    BoostEnded: (payment, { endedAt }) =>
      withBoost(payment, { is: 'ended', expiresAt: endedAt, remainingMs: 0 }),
    BoostRevoked: (payment, { remainingMs }) =>
      withBoost(payment, { is: 'revoked', expiresAt: null, remainingMs }),
    BoostReinstated: (payment, { remainingMs }) => withBoost(payment, { is: 'unclaimed', remainingMs }),
  });

/** The document with its boost changed; the same document if it has no boost. */
function withBoost(payment: PaymentDocument, change: Partial<TypeOf<typeof BoughtBoost>>): PaymentDocument {
  return payment.boost ? { ...payment, boost: { ...payment.boost, ...change } } : payment;
}

/** A request is decided once all is refunded. A refund that fails opens it again. */
function requestAfter(
  { refundRequest, price }: PaymentDocument,
  refunded: number,
): PaymentDocument['refundRequest'] {
  if (refundRequest === null || refundRequest === 'declined') return refundRequest;
  return refunded < price.amount ? 'open' : 'decided';
}

/** The document after a change, and what depends on it. */
function changed(document: PaymentDocument, change: Partial<PaymentDocument>): PaymentDocument {
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
