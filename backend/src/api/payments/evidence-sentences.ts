import { BOOST_MS, type BoostType } from '../../domain/boosts/boost-facts.js';
import { written } from '../../domain/currencies.js';
import type { Purpose } from '../../domain/payment/payment-facts.js';
import type { Shown } from './timeline-facts.js';

const HOUR_MS = 3_600_000;

/** What was bought, as the page of the shop says it. */
export function thingOf(purpose: Purpose): string {
  if (purpose.kind === 'donation') return 'a donation';
  const hours = BOOST_MS[purpose.boostType] / HOUR_MS;
  return `a ${NAMES[purpose.boostType]}: ${hours} hours of featured placement of a post of the buyer`;
}

/** What the mails to buyers are about, by the type of the event. */
const MAILS: Readonly<Record<string, string>> = {
  PaymentConfirmed: 'the payment was confirmed',
  PaymentFailed: 'the payment failed',
  RefundObserved: 'the refund',
  RefundDeclined: 'the request for a refund was declined',
  DisputeObserved: 'the dispute',
  DisputeResolved: 'the decision about the dispute',
};

const NAMES: Readonly<Record<BoostType, string>> = { regular: 'Regular Boost', mega: 'Mega Boost' };

const rankOf = (rank: number | null) => (rank === null ? 'unknown' : String(rank));

type Sentences = {
  readonly [Type in keyof Shown]?: (data: Shown[Type], postUrl: (postId: string) => string) => string;
};

/**
 * What the bank of a disputed card is told about each event. What is not listed stays inside: notes of admins, events of the
 * provider as they arrived, and warnings of fraud.
 */
export const SENTENCES: Sentences = {
  CheckoutStarted: ({ purpose, price }) =>
    `The buyer started the checkout of ${thingOf(purpose)}, for ${written(price)}.`,
  CheckoutOpened: ({ sessionId }) => `Stripe created the checkout page (${sessionId}).`,
  PaymentPending: ({ paymentIntentId }) =>
    `The buyer finished the checkout; the payment was pending (${paymentIntentId}).`,
  PaymentConfirmed: ({ price, paymentIntentId }) =>
    `Stripe confirmed the payment of ${written(price)} (${paymentIntentId}).`,
  PaymentFailed: ({ because }) =>
    because === 'expired' ? 'The checkout page expired.' : 'The payment failed.',
  PaymentMailQueued: ({ about }) =>
    `A mail to the verified address of the buyer was queued: ${MAILS[about] ?? about}.`,
  BoostPurchased: () => 'The boost was credited to the account of the buyer.',
  BoostApplied: ({ postId, expiresAt, rank }, postUrl) =>
    `The boost was applied to the post ${postUrl(postId)} until ${expiresAt}. Its rank on the board: ${rankOf(rank.before)} before, ${rankOf(rank.after)} after.`,
  BoostHeld: ({ hold }) => `The boost was held (${hold.kind}). Its remaining time was kept.`,
  BoostReleased: ({ hold }) => `The hold (${hold.kind}) was lifted.`,
  BoostEndingNotified: ({ expiresAt }) => `The buyer was notified that the boost ends at ${expiresAt}.`,
  BoostEnded: ({ because }) => `The boost ended (${because}).`,
  BoostRevoked: ({ because }) => `The boost was taken back (${because}).`,
  BoostReinstated: () => 'The boost was given back to the buyer.',
  RefundRequested: () => 'The buyer asked for a refund.',
  RefundDeclined: ({ reason }) => `The request for a refund was declined: ${reason}`,
  RefundStarted: ({ amount }) => `A refund of ${written(amount)} was started.`,
  RefundRejected: () => 'Stripe rejected the refund.',
  RefundObserved: ({ amount, providerRefundId, state }) =>
    `Stripe showed a refund of ${written(amount)} as ${state} (${providerRefundId}).`,
  DisputeObserved: ({ amount, disputeId, state, reason }) =>
    `Stripe showed a dispute of ${written(amount)} as ${state}, reason: ${reason} (${disputeId}).`,
};
