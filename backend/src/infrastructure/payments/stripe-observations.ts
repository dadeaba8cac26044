import type { Stripe } from 'stripe';
import type { Observation, PaymentMode, PaymentSeen } from './payments.port.js';

type RefundSeen = Extract<Observation, { kind: 'refund' }>;
type DisputeSeen = Extract<Observation, { kind: 'dispute' }>;
type WarningSeen = Extract<Observation, { kind: 'fraud warning' }>;

/** What our metadata says of an object and of the payment that it belongs to. */
interface OwnMetadata {
  readonly reference?: string | undefined;
  readonly userId?: string | undefined;
  readonly kind?: string | undefined;
}

type Expandable<Thing> = string | Thing | null | undefined;

/** A charge, or anything that names the charge and the payment intent that it belongs to. */
interface OfPayment {
  readonly charge?: Expandable<Stripe.Charge>;
  readonly payment_intent?: Expandable<Stripe.PaymentIntent>;
}

export function idOf(thing: Expandable<{ id: string }>): string | null {
  return typeof thing === 'string' ? thing : (thing?.id ?? null);
}

/**
 * Our reference of a refund, dispute, charge or warning: from the payment intent or, without one, from the charge. Both have
 * to be expanded. The metadata of a refund does not count, because the dashboard can write there.
 */
export function referenceOf({ payment_intent, charge }: OfPayment): string | null {
  return ourReference(metadataOf(payment_intent) ?? metadataOf(charge));
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Our reference in metadata. Other programs on the same account may use the same key for texts of their own. */
function ourReference(metadata: OwnMetadata | null | undefined): string | null {
  const { reference } = metadata ?? {};
  return reference !== undefined && UUID.test(reference) ? reference : null;
}

function metadataOf(thing: Expandable<{ metadata: Stripe.Metadata | null }>): OwnMetadata | null | undefined {
  return typeof thing === 'string' ? null : thing?.metadata;
}

const modeOf = (livemode: boolean): PaymentMode => (livemode ? 'live' : 'test');

const ownersOf = ({ userId, kind }: OwnMetadata): Pick<PaymentSeen, 'userId' | 'purpose'> => ({
  userId: userId ?? null,
  purpose: kind === 'boost' || kind === 'donation' ? kind : null,
});

/** A checkout session, with its payment intent expanded. */
export function sessionSeen(session: Stripe.Checkout.Session): PaymentSeen {
  const metadata: OwnMetadata = session.metadata ?? {};
  const isOurs = session.client_reference_id === metadata.reference;
  return {
    kind: 'payment',
    reference: isOurs ? ourReference(metadata) : null,
    state: stateOfSession(session),
    paymentIntentId: idOf(session.payment_intent),
    price: { amount: session.amount_total ?? 0, currency: session.currency ?? '' },
    mode: modeOf(session.livemode),
    ...ownersOf(metadata),
  };
}

function stateOfSession({ status, payment_status, payment_intent }: Stripe.Checkout.Session) {
  if (payment_status === 'paid') return 'paid';
  if (status === 'expired') return 'expired';
  if (status !== 'complete' || payment_status !== 'unpaid') return 'unpaid';
  // Complete and unpaid: the money is on its way for some days, or did not arrive.
  const intent = typeof payment_intent === 'string' ? null : payment_intent;
  return intent?.status === 'requires_payment_method' || intent?.status === 'canceled' ? 'failed' : 'pending';
}

const STATE_OF_INTENT: Readonly<Record<string, PaymentSeen['state']>> = {
  succeeded: 'paid',
  processing: 'pending',
  canceled: 'failed',
};

/** A payment intent. One that waits for another card is unpaid: its checkout is still open. */
export function intentSeen(intent: Stripe.PaymentIntent): PaymentSeen {
  const metadata: OwnMetadata = intent.metadata;
  const amount = intent.status === 'succeeded' ? intent.amount_received : intent.amount;
  return {
    kind: 'payment',
    reference: ourReference(metadata),
    state: STATE_OF_INTENT[intent.status] ?? 'unpaid',
    paymentIntentId: intent.id,
    price: { amount, currency: intent.currency },
    mode: modeOf(intent.livemode),
    ...ownersOf(metadata),
  };
}

const STATE_OF_REFUND: Readonly<Record<string, RefundSeen['state']>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'canceled',
};

/** A refund, with its charge and payment intent expanded. One that needs an action of the buyer is pending. */
export function refundSeen(refund: Stripe.Refund): RefundSeen {
  return {
    kind: 'refund',
    reference: referenceOf(refund),
    paymentIntentId: idOf(refund.payment_intent),
    providerRefundId: refund.id,
    amount: { amount: refund.amount, currency: refund.currency },
    state: STATE_OF_REFUND[refund.status ?? ''] ?? 'pending',
  };
}

/** A dispute, with its charge and payment intent expanded. */
export function disputeSeen(dispute: Stripe.Dispute): DisputeSeen {
  // The withdrawal is negative, and its reversal positive.
  const moved = dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0);
  const isWithdrawn = moved < 0;
  return {
    kind: 'dispute',
    reference: referenceOf(dispute),
    paymentIntentId: idOf(dispute.payment_intent),
    moves: dispute.balance_transactions.length,
    dispute: {
      disputeId: dispute.id,
      state: stateOfDispute(dispute.status, isWithdrawn),
      reason: dispute.reason,
      amount: { amount: dispute.amount, currency: dispute.currency },
      isWithdrawn,
    },
  };
}

/**
 * Warnings are inquiries. An appeal is a dispute that is still open. A prevented dispute was settled by a rule before the
 * bank opened it: if that took the money, it is as lost as any other; otherwise it was no more than an inquiry.
 */
function stateOfDispute(
  status: Stripe.Dispute.Status,
  isWithdrawn: boolean,
): DisputeSeen['dispute']['state'] {
  switch (status) {
    case 'warning_needs_response':
    case 'warning_under_review':
      return 'inquiry';
    case 'warning_closed':
      return 'inquiry closed';
    case 'won':
      return 'won';
    case 'lost':
      return 'lost';
    case 'prevented':
      return isWithdrawn ? 'lost' : 'inquiry closed';
    default:
      return 'open';
  }
}

/** An early fraud warning, with its charge and payment intent expanded. */
export function warningSeen(warning: Stripe.Radar.EarlyFraudWarning): WarningSeen {
  const paymentIntentId = idOf(warning.payment_intent);
  return { kind: 'fraud warning', reference: referenceOf(warning), paymentIntentId, warningId: warning.id };
}
