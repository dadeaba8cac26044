import { type TypeOf, anyOf, flag, id, named, nullable, object, oneOf, text } from '../../kernel/field.js';
import { BoostType } from '../boosts/boost-facts.js';
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

/** What each event about the money repeats. */
export const paymentOf = {
  /** Our reference, a UUID. The provider gets it with everything that belongs to the payment. */
  reference: id,
  /** Who pays; null for a donation without an account. */
  userId: nullable(id),
  purpose: Purpose,
};

/** The ids in it. */
export const aboutPayment = { reference: 'payment', userId: 'person', 'purpose.postId': 'post' } as const;

export const actOf = {
  /** Null in events of version 1. */
  actId: nullable(id),
};

/** Events of version 1 had no act. */
export const actSince2 = {
  version: 2,
  upcast: { 1: (data: Record<string, unknown>) => ({ ...data, actId: null }) },
};
