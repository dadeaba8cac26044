import { Injectable, NotFoundException } from '@nestjs/common';
import { Account } from '../../domain/account/account.js';
import { Boosts } from '../../domain/boosts/boosts.js';
import { BOOST_MS, type BoostType } from '../../domain/boosts/boost-facts.js';
import { written } from '../../domain/money.js';
import type { Purpose } from '../../domain/payment/payment-facts.js';
import { Payment } from '../../domain/payment/payment.js';
import { Clock } from '../../kernel/clock.js';
import type { Stored } from '../../kernel/document-store.js';
import type { EventsOf } from '../../kernel/event.js';
import { States } from '../../kernel/states.js';
import type { PaymentDocument } from '../../projections/payments/payments.js';
import { PaymentsReader } from '../../projections/payments/payments.reader.js';
import { Site } from '../../site/site.js';
import { PaymentTimeline } from './payment-timeline.service.js';

const HOUR_MS = 3_600_000;

/** What was bought, as the page of the shop says it. */
function thingOf(purpose: Purpose): string {
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

type Shown = EventsOf<typeof Payment.events & typeof Boosts.events>;
type Sentences = {
  readonly [Type in keyof Shown]?: (data: Shown[Type], postUrl: (postId: string) => string) => string;
};

/**
 * What the bank of a disputed card is told about each event. What is not listed stays inside: notes of admins, events of the
 * provider as they arrived, and warnings of fraud.
 */
const SENTENCES: Sentences = {
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

/** Writes what the event log knows of a payment, for the bank that decides about a dispute. */
@Injectable()
export class PaymentEvidence {
  constructor(
    private readonly payments: PaymentsReader,
    private readonly timeline: PaymentTimeline,
    private readonly states: States,
    private readonly site: Site,
    private readonly clock: Clock,
  ) {}

  /** As plain text. It says nothing of other people. @throws NotFoundException */
  async of(reference: string): Promise<string> {
    const found = await this.payments.one(reference);
    if (!found) throw new NotFoundException('Payment not found');
    const parts = [
      ['Evidence for a payment', this.facts(found)],
      ['The buyer', await this.buyer(found.userId)],
      ['What was delivered', await this.delivered(reference)],
      ['What happened, in UTC, from the event log', await this.happened(found)],
    ] as const;
    return parts
      .map(([title, lines]) => `${title}\n${'='.repeat(title.length)}\n${lines.join('\n')}\n`)
      .join('\n');
  }

  private facts({ _id, boostType, price, paidAt, refunded, ...payment }: Stored<PaymentDocument>) {
    const { currency } = price;
    return [
      `Site: ${this.site.publicUrl}`,
      `Written: ${this.clock.now().toISOString()}`,
      `Reference: ${_id}`,
      `Bought: ${thingOf(boostType === null ? { kind: 'donation' } : { kind: 'boost', boostType, postId: null })}`,
      `Price: ${written(price)}`,
      `Paid: ${paidAt ?? 'not confirmed'}`,
      `Refunded: ${written({ amount: refunded, currency })}`,
      `Checkout session: ${payment.sessionId ?? 'none'}`,
      `PaymentIntent: ${payment.paymentIntentId ?? 'none'}`,
    ];
  }

  private async buyer(userId: string | null): Promise<readonly string[]> {
    if (userId === null) return ['A visitor without an account.'];
    const { registered, createdAt, verifiedAt, deleted } = await this.states.of(Account, userId);
    return [
      `Account: ${userId}${deleted ? ', deleted' : ''}`,
      `Username: ${registered?.username ?? 'unknown'}`,
      `Registered: ${createdAt ?? 'unknown'}`,
      `Email address: ${verifiedAt === null ? 'not verified' : 'verified'}`,
    ];
  }

  private async delivered(reference: string): Promise<readonly string[]> {
    const own = await this.payments.ownPayment(reference, this.clock.now());
    if (!own?.boost) return ['Nothing.'];
    const { brought } = own;
    const { postId, state } = own.boost;
    return [
      `State of the boost: ${state}`,
      ...(postId === null ? [] : [`Post: ${this.postUrl(postId)}`]),
      ...(brought
        ? [
            `Time of featured placement: ${brought.hours} hours`,
            `Ratings and likes of the post in that time: ${brought.ratings} and ${brought.likes}`,
          ]
        : []),
    ];
  }

  private async happened(payment: Stored<PaymentDocument>): Promise<readonly string[]> {
    const events = await this.timeline.eventsOf(payment);
    return events.flatMap(({ type, data, metadata: { at } }) => {
      const sentence = SENTENCES[type as keyof typeof SENTENCES] as Sentence | undefined;
      return sentence ? [`${at}  ${sentence(data, (postId) => this.postUrl(postId))}`] : [];
    });
  }

  private postUrl(postId: string): string {
    return `${this.site.publicUrl}/post/${postId}`;
  }
}

type Sentence = (data: object, postUrl: (postId: string) => string) => string;
