import { Amount, Flag, Id, List, Maybe, OneOf, Part, Text, When, Whole } from '../../contract/fields.js';
import { BOOST_MS, type BoostType } from '../../domain/boosts/boost-facts.js';
import { REFUND_WINDOW_MS } from '../../domain/payment/payment-facts.js';
import type { Stored } from '../../kernel/document-store.js';
import type { BoostGain } from './boost-gains.js';
import { BOOST_STATES, type PaymentDocument } from './payments.js';

export const BOOST_TYPES = ['regular', 'mega'] as const;

/** An amount of money. */
export class Price {
  @Amount({ about: 'In the smallest unit of the currency.', example: 199 }) readonly amount!: number;
  @Text({ example: 'usd', about: 'ISO 4217, in lower case.' }) readonly currency!: string;
}

/** A boost, as everyone sees it on its post: nothing of the payment, and not who paid. */
export class PublicBoost {
  @OneOf(BOOST_TYPES) readonly boostType: BoostType;
  @OneOf(BOOST_STATES) readonly state: (typeof BOOST_STATES)[number];
  @Maybe(When, 'Null while it has no end.') readonly expiresAt: string | null;
  @Flag('Whether it has an effect now.') readonly isActive: boolean;
  @Amount('Milliseconds that are left while it is not active.') readonly remainingMs: number;
  @Maybe(Id) readonly postId: string | null;

  /** @param payment with a boost */
  constructor({ boostType, boost }: PaymentWithBoost, now: Date) {
    this.boostType = boostType ?? 'regular';
    this.state = stateAt(boost, now);
    this.expiresAt = boost.expiresAt;
    this.isActive = this.state === 'active';
    this.remainingMs = boost.remainingMs;
    this.postId = boost.postId;
  }
}

/** A boost, as its owner sees it. */
export class Boost extends PublicBoost {
  @Id('Of the payment.') readonly id: string;
  @Part(() => Price) readonly price: Price;
  @When('When it was paid.') readonly createdAt: string;
  @Id() readonly userId: string;
  @Maybe(Text, 'The PaymentIntent at Stripe.') readonly stripePaymentIntentId: string | null;

  /** @param payment with a boost */
  constructor(payment: PaymentWithBoost, now: Date) {
    super(payment, now);
    this.id = payment._id;
    this.price = payment.price;
    this.createdAt = payment.paidAt ?? '';
    this.userId = payment.userId ?? '';
    this.stripePaymentIntentId = payment.paymentIntentId;
  }
}

/** The document of a payment that bought a boost. */
export type PaymentWithBoost = Stored<PaymentDocument> & {
  readonly boost: NonNullable<PaymentDocument['boost']>;
};

/** Whether a payment has bought a boost. */
export function hasBoost(payment: Stored<PaymentDocument>): payment is PaymentWithBoost {
  return payment.boost !== null;
}

/** Whether a boost has had no effect yet. */
function isUnused({ boost, boostType }: PaymentDocument): boolean {
  return boost?.is === 'unclaimed' && boostType !== null && boost.remainingMs === BOOST_MS[boostType];
}

/** A boost ends at its second, whether or not the end is recorded. */
function stateAt({ is, expiresAt }: PaymentWithBoost['boost'], now: Date): Boost['state'] {
  return is === 'active' && expiresAt !== null && expiresAt <= now.toISOString() ? 'ended' : is;
}

/** The boosts that a person can apply. */
export class UnclaimedBoosts {
  @Amount('Of all, also of those that are not listed.') readonly count!: number;
  @Maybe(Part(() => Boost), 'The one that is applied next.') readonly boost!: Boost | null;
  @List(() => Boost, 'Oldest first, 100 at most.') readonly boosts!: readonly Boost[];
}

/** What a boost has brought. */
export class Brought {
  @Whole({ about: 'Hours on the board so far.', example: 5.5 }) readonly hours!: number;
  @Maybe(Amount, 'Rank on the board before the boost.') readonly rankBefore!: number | null;
  @Maybe(Amount, 'Rank when the boost started.') readonly rankDuring!: number | null;
  @Amount() readonly ratings!: number;
  @Amount() readonly likes!: number;
}

/** One of a person's payments. */
export class OwnPayment {
  @Id() readonly id: string;
  @OneOf(['boost', 'donation']) readonly kind: 'boost' | 'donation';
  @Maybe(OneOf(BOOST_TYPES), 'Also while it is not paid; null for a donation.')
  readonly boostType: BoostType | null;
  @Part(() => Price) readonly price: Price;
  @OneOf(
    ['started', 'pending', 'paid', 'failed', 'expired', 'parked', 'refunded', 'disputed', 'charged back'],
    'Disputed: the dispute is open. Charged back: it is lost.',
  )
  readonly status: PaymentDocument['status'] | 'parked' | 'refunded' | 'disputed' | 'charged back';
  @When() readonly startedAt: string;
  @Maybe(When) readonly paidAt: string | null;
  @Maybe(Text, 'The checkout page of a payment that can still be made; null for any other.')
  readonly checkoutUrl: string | null;
  @Maybe(Part(() => Price), 'What was given back.') readonly refunded: Price | null;
  @Maybe(OneOf(['open', 'declined', 'decided'])) readonly refundRequest: PaymentDocument['refundRequest'];
  @Flag('Whether a refund can be requested now.') readonly canRequestRefund: boolean;
  @Maybe(When, 'The end of that time.') readonly refundableUntil: string | null;
  @Maybe(Part(() => Boost)) readonly boost: Boost | null;
  @Maybe(Part(() => Brought), 'Null before the boost is applied.') readonly brought: Brought | null;

  constructor(payment: Stored<PaymentDocument>, gain: BoostGain | null, now: Date) {
    const { price, paidAt, boost } = payment;
    this.id = payment._id;
    this.kind = payment.kind;
    this.boostType = payment.boostType;
    this.price = price;
    this.status = statusOf(payment);
    this.startedAt = payment.startedAt;
    this.paidAt = paidAt;
    const isOpen =
      payment.state === 'started' && payment.settled === null && payment.checkoutEndsAt > now.toISOString();
    this.checkoutUrl = isOpen ? payment.checkoutUrl : null;
    this.refunded = payment.refunded > 0 ? { amount: payment.refunded, currency: price.currency } : null;
    this.refundRequest = payment.refundRequest;
    this.boost = boost && new Boost({ ...payment, boost }, now);
    const end = paidAt !== null && isUnused(payment) ? Date.parse(paidAt) + REFUND_WINDOW_MS : null;
    this.refundableUntil = end === null ? null : new Date(end).toISOString();
    this.canRequestRefund = end !== null && now.getTime() <= end && payment.refundRequest === null;
    this.brought = gain && {
      hours: hoursOf(gain, now),
      rankBefore: boost?.rank?.before ?? null,
      rankDuring: boost?.rank?.after ?? null,
      ratings: gain.ratings,
      likes: gain.likes,
    };
  }
}

/** What concerns admins only does not change it. */
function statusOf({ state, status }: PaymentDocument): OwnPayment['status'] {
  return state === 'suspected' || state === 'refund requested' || state === 'partly refunded'
    ? status
    : state;
}

const HOUR_MS = 3_600_000;

/** One decimal. */
function hoursOf({ pastMs, running }: BoostGain, now: Date): number {
  const end = running && Math.min(now.getTime(), Date.parse(running.until));
  const runningMs = running && end !== null ? Math.max(0, end - Date.parse(running.since)) : 0;
  return Math.round(((pastMs + runningMs) / HOUR_MS) * 10) / 10;
}
