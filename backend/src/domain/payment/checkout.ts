import { type Evolve, Rejected, type Rules } from '../../kernel/aggregate.js';
import { type EventsOf, event } from '../../kernel/event.js';
import { id, nullable, oneOf, text, time } from '../../kernel/field.js';
import { refuseOwnPayment } from '../moderation/self-decision.js';
import { Money, isSameMoney } from '../money.js';
import { type Purpose, aboutPayment, actOf, actSince2, paymentOf } from './payment-facts.js';
import {
  type Act,
  type OfPayment,
  type PaymentState,
  type StartedPayment,
  factsOf,
  requireStarted,
  withAct,
} from './payment-state.js';

/** From the checkout until the money is there, and what does not match on the way, which an admin settles. */

export const checkoutEvents = {
  /** Recorded before the provider is called, so that a payment we know nothing of is impossible. */
  CheckoutStarted: event(
    { ...paymentOf, price: Money, mode: oneOf('test', 'live'), expiresAt: time },
    '{actor} started {reference} of {price|money}: {purpose.boostType|words?a} {purpose.kind|words}.',
    aboutPayment,
  ),
  /** The provider has created the checkout page at `url`. */
  CheckoutOpened: event(
    { reference: id, sessionId: id, url: text },
    '{actor} opened {sessionId} for {reference}.',
    { reference: 'payment', sessionId: 'stripe' },
  ),
  /** The provider has answered with an error instead of a page, and repeats that answer for this reference. */
  CheckoutNotOpened: event(
    { reference: id, reason: text },
    '{actor} got an error instead of a checkout page for {reference}.',
    { reference: 'payment' },
  ),
  /** The person has finished the checkout, and the payment takes some days. */
  PaymentPending: event(
    { ...paymentOf, paymentIntentId: id },
    '{actor} waited for the money of {reference}, which takes some days ({paymentIntentId}).',
    { ...aboutPayment, paymentIntentId: 'stripe' },
  ),
  /** The payment is confirmed. `price` is what was paid; it differs from what was started only if an admin has granted it. */
  PaymentConfirmed: event(
    { ...paymentOf, price: Money, paymentIntentId: id },
    '{actor} confirmed {reference} of {price|money}: {purpose.boostType|words?a} {purpose.kind|words} ({paymentIntentId}).',
    { ...aboutPayment, paymentIntentId: 'stripe' },
  ),
  /** The payment will not happen: it failed, or the checkout page expired. */
  PaymentFailed: event(
    { ...paymentOf, because: oneOf('failed', 'expired') },
    '{actor} ended {reference} without money ({because|words}).',
    aboutPayment,
  ),
  /**
   * The payment needs an admin: what the provider shows does not match what we started, or its account is deleted. `paid` is
   * what came in although it is not confirmed; null for nothing, and in events of version 1.
   */
  PaymentParked: event(
    { reference: id, reason: text, paymentIntentId: nullable(id), paid: nullable(Money) },
    '{actor} set {reference} aside for an admin, with {paid|money?nothing} received ({paymentIntentId?no payment at Stripe}).',
    { reference: 'payment', paymentIntentId: 'stripe' },
    { version: 2, upcast: { 1: (data) => ({ ...data, paid: null }) } },
  ),
  /**
   * An admin has settled a parked payment, or dismissed a refund that failed. If a refund has settled it, there is no `actId`:
   * the refund was the act.
   */
  PaymentResolved: event(
    { ...actOf, reference: id, outcome: oneOf('granted', 'refunded', 'dismissed'), note: text },
    '{actor} settled {reference}, which had been set aside: {outcome|words}.',
    { reference: 'payment', actId: 'act' },
    actSince2,
  ),
};

export const checkoutFolds = {
  CheckoutStarted: (state, started) => ({ ...state, started }),
  CheckoutOpened: (state, { sessionId, url }) => ({ ...state, checkout: { sessionId, url } }),
  CheckoutNotOpened: (state) => ({ ...state, isGivenUp: true }),
  PaymentPending: (state, { paymentIntentId }) => ({ ...state, paymentIntentId, isPending: true }),
  PaymentConfirmed: (state, { paymentIntentId, price }, at) => ({
    ...state,
    paid: price,
    paymentIntentId,
    isPending: false,
    failed: null,
    confirmedAt: at,
  }),
  PaymentFailed: (state, { because }) => ({ ...state, isPending: false, failed: because }),
  PaymentParked: (state, { reason, paymentIntentId, paid }) => ({
    ...state,
    parked: { reason, paymentIntentId, paid },
  }),
  PaymentResolved: (state, { actId, outcome }) => ({
    ...state,
    acts: withAct(state, actId),
    parked: null,
    isRefundFailed: outcome !== 'dismissed' && state.isRefundFailed,
    resolved: state.parked ? [...state.resolved, state.parked] : state.resolved,
  }),
} satisfies Evolve<PaymentState, typeof checkoutEvents>;

type Data = EventsOf<typeof checkoutEvents>;

export interface PaymentObservation extends OfPayment {
  readonly state: 'unpaid' | 'pending' | 'paid' | 'failed' | 'expired';
  /** Null while nothing was paid. */
  readonly paymentIntentId: string | null;
  readonly price: Money;
  readonly mode: 'test' | 'live';
  /** The account that the provider's metadata names; null for none. */
  readonly userId: string | null;
  /** The kind that the provider's metadata names; null for none. */
  readonly kind: Purpose['kind'] | null;
}

export interface Settlement extends Act {
  readonly note: string;
}

export interface Grant extends Settlement {
  readonly paid: Money | null;
  readonly isBuyerDeleted: boolean;
}

export const checkoutRules = {
  /** Record a checkout before the provider is asked for one. Idempotent by the reference. */
  StartCheckout: (data: Data['CheckoutStarted'], { started }) =>
    started ? [] : [{ type: 'CheckoutStarted', data }],

  /** Record the provider's checkout page. */
  OpenCheckout(data: Data['CheckoutOpened'], payment) {
    requireStarted(payment);
    return payment.checkout ? [] : [{ type: 'CheckoutOpened', data }];
  },

  /** Record that the provider has refused to create it. Idempotent. */
  GiveUpCheckout(data: Data['CheckoutNotOpened'], payment) {
    requireStarted(payment);
    return payment.checkout || payment.isGivenUp ? [] : [{ type: 'CheckoutNotOpened', data }];
  },

  /** What the provider shows of a payment. Idempotent; states may arrive in any order and any number of times. */
  ObservePayment(seen: PaymentObservation, payment) {
    requireStarted(payment);
    const { reference, state, paymentIntentId } = seen;
    const { confirmedAt, isPending, failed } = payment;
    if (confirmedAt) return [];
    const mismatch = mismatchOf(seen, payment);
    if (mismatch) {
      const paid = state === 'paid' ? seen.price : null;
      const parking = { reference, reason: mismatch, paymentIntentId, paid };
      return wasParked(payment, parking) ? [] : [{ type: 'PaymentParked', data: parking }];
    }
    const facts = factsOf(payment);
    const { price } = payment.started;
    if (state === 'unpaid') return [];
    if (state === 'paid') {
      if (!paymentIntentId) return [];
      return [{ type: 'PaymentConfirmed', data: { ...facts, price, paymentIntentId } }];
    }
    if (state === 'pending') {
      if (isPending || failed || !paymentIntentId) return [];
      return [{ type: 'PaymentPending', data: { ...facts, paymentIntentId } }];
    }
    return failed ? [] : [{ type: 'PaymentFailed', data: { ...facts, because: state } }];
  },

  /** Set a payment aside for an admin. Idempotent by the reason. */
  ParkPayment(data: Data['PaymentParked'], payment) {
    requireStarted(payment);
    return wasParked(payment, data) ? [] : [{ type: 'PaymentParked', data }];
  },

  /**
   * Grant what a parked payment was started for, and confirm that `paid` was paid: what the provider shows. Null counts as the
   * price that was started.
   */
  GrantPayment({ reference, actId, note, paid, isBuyerDeleted, decider }: Grant, payment) {
    if (payment.acts.includes(actId)) return [];
    requireStarted(payment);
    refuseOwnPayment(decider, payment.started.userId);
    const { started, parked, confirmedAt } = payment;
    if (parked === null) throw notParked();
    if (isBuyerDeleted) {
      throw new Rejected('conflict', 'The account of the buyer is deleted. Please refund the payment.');
    }
    const data = { reference, actId, outcome: 'granted', note } as const;
    if (confirmedAt) return [{ type: 'PaymentResolved', data }];
    const { paymentIntentId } = parked;
    if (!paymentIntentId) throw new Rejected('conflict', 'Nothing was paid yet.');
    const price = paid ?? started.price;
    return [
      { type: 'PaymentResolved', data },
      { type: 'PaymentConfirmed', data: { ...factsOf(payment), price, paymentIntentId } },
    ];
  },

  /** Settle a parked payment, or a refund that failed, and do nothing else. */
  DismissPayment({ reference, actId, note, decider }: Settlement, payment) {
    requireStarted(payment);
    if (payment.acts.includes(actId)) return [];
    refuseOwnPayment(decider, payment.started.userId);
    if (payment.parked === null && !payment.isRefundFailed) throw notParked();
    return [{ type: 'PaymentResolved', data: { reference, actId, outcome: 'dismissed', note } }];
  },
} satisfies Rules<PaymentState, typeof checkoutEvents>;

/** What differs between what we started and what the provider shows; null when nothing does. */
function mismatchOf(seen: PaymentObservation, { started }: StartedPayment): string | null {
  if (seen.mode !== started.mode) return `mode is ${seen.mode}, expected ${started.mode}`;
  if (seen.userId !== started.userId) return 'the account differs';
  if (seen.kind !== started.purpose.kind)
    return `it is for a ${seen.kind}, expected a ${started.purpose.kind}`;
  if (isSameMoney(seen.price, started.price)) return null;
  const written = ({ amount, currency }: Money) => `${amount} ${currency}`;
  return `the amount is ${written(seen.price)}, expected ${written(started.price)}`;
}

/** An admin decides once on a reason, unless it comes back with another payment of the provider. */
function wasParked(
  { parked, resolved }: PaymentState,
  { reason, paymentIntentId }: Pick<Data['PaymentParked'], 'reason' | 'paymentIntentId'>,
): boolean {
  return [parked, ...resolved].some(
    (known) => known?.reason === reason && known.paymentIntentId === paymentIntentId,
  );
}

function notParked(): Rejected {
  return new Rejected('conflict', 'This payment is not parked.');
}
