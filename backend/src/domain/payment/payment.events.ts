import { type EventsOf, event } from '../../kernel/event.js';
import {
  type TypeOf,
  anyOf,
  flag,
  id,
  list,
  named,
  nullable,
  object,
  oneOf,
  text,
  time,
} from '../../kernel/field.js';
import { BoostType } from '../boosts/boosts.events.js';
import { Money } from '../money.js';

/** What a payment is for. `postId` is the post that the boost is applied to once it is paid; null for none. */
export const Purpose = named(
  'Purpose',
  anyOf(
    object({ kind: oneOf('boost'), boostType: BoostType, postId: nullable(id) }),
    object({ kind: oneOf('donation') }),
  ),
);
export type Purpose = TypeOf<typeof Purpose>;

/** For so long after the payment, the money of an unclaimed boost can be asked for. */
export const REFUND_WINDOW_MS = 7 * 86_400_000;

/** The state of a refund at the payment provider. */
export const RefundState = named('RefundState', oneOf('pending', 'succeeded', 'failed', 'canceled'));
export type RefundState = TypeOf<typeof RefundState>;

/** The state of a dispute at the payment provider. An inquiry asks for information and moves no money. */
export const DisputeState = named('DisputeState', oneOf('inquiry', 'inquiry closed', 'open', 'won', 'lost'));
export type DisputeState = TypeOf<typeof DisputeState>;

/** A dispute as the provider shows it. */
export const Dispute = named(
  'Dispute',
  object({
    disputeId: id,
    state: DisputeState,
    /** The provider's word, such as `fraudulent`. */
    reason: text,
    amount: Money,
    /** Whether the provider has taken the money back from us for now. */
    isWithdrawn: flag,
  }),
);
export type Dispute = TypeOf<typeof Dispute>;

const paymentOf = {
  /** Our reference, a UUID. The provider gets it with everything that belongs to the payment. */
  reference: id,
  /** Who pays; null for a donation without an account. */
  userId: nullable(id),
  purpose: Purpose,
};

const actOf = {
  /** Null in events of version 1. */
  actId: nullable(id),
};

const withoutAct = (data: Record<string, unknown>) => ({ ...data, actId: null });

const about = { reference: 'payment', userId: 'person', 'purpose.postId': 'post' } as const;

/**
 * The events of one payment, `payment-{reference}`: ids, amounts, states and times, no personal data. The email stays
 * with the payment provider. Times are ISO 8601.
 */
export const paymentEvents = {
  /** Recorded before the provider is called, so that a payment we know nothing of is impossible. */
  CheckoutStarted: event(
    {
      ...paymentOf,
      price: Money,
      mode: oneOf('test', 'live'),
      expiresAt: time,
    },
    '{actor} started {reference} of {price|money}: {purpose.boostType|words?one} {purpose.kind|words}.',
    about,
  ),
  /** The provider has created the checkout page at `url`. */
  CheckoutOpened: event(
    {
      reference: id,
      sessionId: id,
      url: text,
    },
    '{actor} opened the checkout page {sessionId} for {reference}.',
    { reference: 'payment', sessionId: 'stripe' },
  ),
  /** The provider has answered with an error instead of a page, and repeats that answer for this reference. */
  CheckoutNotOpened: event(
    {
      reference: id,
      reason: text,
    },
    '{actor} got an error instead of a checkout page for {reference}.',
    { reference: 'payment' },
  ),
  /** The person has finished the checkout, and the payment takes some days. */
  PaymentPending: event(
    {
      ...paymentOf,
      paymentIntentId: id,
    },
    '{actor} noted that the money of {reference} takes some days ({paymentIntentId}).',
    { ...about, paymentIntentId: 'stripe' },
  ),
  /** The payment is confirmed. `price` is what was paid; it differs from what was started only if an admin has granted it. */
  PaymentConfirmed: event(
    {
      ...paymentOf,
      price: Money,
      paymentIntentId: id,
    },
    '{actor} confirmed {reference} of {price|money}: {purpose.boostType|words?one} {purpose.kind|words} ({paymentIntentId}).',
    { ...about, paymentIntentId: 'stripe' },
  ),
  /** The payment will not happen: it failed, or the checkout page expired. */
  PaymentFailed: event(
    {
      ...paymentOf,
      because: oneOf('failed', 'expired'),
    },
    '{actor} ended {reference} without money ({because|words}).',
    about,
  ),
  /**
   * The payment needs an admin: what the provider shows does not match what we started, or its account is deleted. `paid` is
   * what came in although it is not confirmed; null for nothing, and in events of version 1.
   */
  PaymentParked: event(
    {
      reference: id,
      reason: text,
      paymentIntentId: nullable(id),
      paid: nullable(Money),
    },
    '{actor} set {reference} aside for an admin, with {paid|money?nothing} received.',
    { reference: 'payment', paymentIntentId: 'stripe' },
    { version: 2, upcast: { 1: (data) => ({ ...data, paid: null }) } },
  ),
  /**
   * An admin has settled a parked payment, or dismissed a refund that failed. If a refund has settled it, there is no `actId`:
   * the refund was the act.
   */
  PaymentResolved: event(
    {
      ...actOf,
      reference: id,
      outcome: oneOf('granted', 'refunded', 'dismissed'),
      note: text,
    },
    '{actor} settled {reference}, which had been set aside: {outcome|words}.',
    { reference: 'payment', actId: 'act' },
    { version: 2, upcast: { 1: withoutAct } },
  ),
  /** The buyer asks for their money back. */
  RefundRequested: event(
    {
      ...paymentOf,
      requestId: id,
    },
    '{actor} asked for the money of {reference} back.',
    about,
  ),
  /** An admin has refused that. */
  RefundDeclined: event(
    {
      ...paymentOf,
      ...actOf,
      requestId: id,
      reason: text,
    },
    '{actor} declined to refund {reference}.',
    { ...about, actId: 'act' },
    { version: 2, upcast: { 1: withoutAct } },
  ),
  /**
   * An admin has started a refund, in the back office or with a command in a terminal. Recorded before the provider is
   * called. `refundId` is our id, that of the act, and the provider's idempotency key. `reason` is null in events of version 1.
   */
  RefundStarted: event(
    {
      reference: id,
      refundId: id,
      amount: Money,
      reason: nullable(text),
      inTerminal: flag,
    },
    '{actor} started to refund {amount|money} of {reference}{inTerminal?, in a terminal:}.',
    { reference: 'payment', refundId: 'act' },
    { version: 2, upcast: { 1: (data) => ({ ...data, reason: null, inTerminal: false }) } },
  ),
  /** The provider has rejected a refund of ours. */
  RefundRejected: event(
    {
      reference: id,
      refundId: id,
      reason: text,
    },
    '{actor} got no refund of {reference} from Stripe, which rejected it.',
    { reference: 'payment', refundId: 'act' },
  ),
  /** A refund as the provider shows it; `refundedTotal` sums all of this payment that did not fail. */
  RefundObserved: event(
    {
      ...paymentOf,
      providerRefundId: id,
      amount: Money,
      state: RefundState,
      refundedTotal: Money,
      price: Money,
      /** The state that we saw before; null for the first. */
      before: nullable(RefundState),
    },
    '{actor} reported {providerRefundId} of {amount|money} for {reference}: from {before|words?new} to {state|words}, with {refundedTotal|money} of {price|money} refunded in all.',
    { ...about, providerRefundId: 'stripe' },
  ),
  /** A dispute as the provider shows it; `before` is the state that we saw before. */
  DisputeObserved: event(
    {
      ...paymentOf,
      ...Dispute.properties,
      before: nullable(DisputeState),
    },
    '{actor} reported {disputeId} about {amount|money} of {reference} ({reason|words}): from {before|words?new} to {state|words}.',
    { ...about, disputeId: 'stripe' },
  ),
  /** An admin has decided what a lost dispute means. The account is no longer suspended for it. */
  DisputeResolved: event(
    {
      ...paymentOf,
      ...actOf,
      disputeId: id,
      boost: oneOf('kept', 'revoked'),
      note: text,
    },
    '{actor} decided the lost {disputeId} about {reference}: boost {boost|words}.',
    { ...about, disputeId: 'stripe', actId: 'act' },
    { version: 2, upcast: { 1: withoutAct } },
  ),
  /** The card's bank suspects fraud. */
  FraudWarned: event(
    {
      ...paymentOf,
      warningId: id,
    },
    '{actor} reported {warningId}: the bank of the card suspected fraud in {reference}.',
    { ...about, warningId: 'stripe' },
  ),
  /** An admin has looked at these warnings and settled them, and says why. */
  FraudWarningsDismissed: event(
    {
      ...paymentOf,
      ...actOf,
      warningIds: list(id),
      note: text,
    },
    '{actor} settled the warnings of fraud {warningIds} about {reference}.',
    { ...about, warningIds: 'stripe', actId: 'act' },
    { version: 2, upcast: { 1: withoutAct } },
  ),
  /** A mail to the buyer waits to be sent. `about` is the type of the event that it tells them of. */
  PaymentMailQueued: event(
    {
      reference: id,
      mailId: id,
      about: text,
    },
    '{actor} queued a mail to the buyer of {reference} about this: {about|words}.',
    { reference: 'payment' },
  ),
};

export type PaymentEvents = EventsOf<typeof paymentEvents>;
