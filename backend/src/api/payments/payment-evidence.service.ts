import { Injectable, NotFoundException } from '@nestjs/common';
import { Account } from '../../domain/account/account.js';
import { written } from '../../domain/currencies.js';
import type { Stored } from '../../kernel/document-store.js';
import { Clock } from '../../kernel/clock.js';
import { States } from '../../kernel/states.js';
import type { PaymentDocument } from '../../projections/payments/payments.js';
import { PaymentsReader } from '../../projections/payments/payments.reader.js';
import { Site } from '../../site/site.js';
import { SENTENCES, thingOf } from './evidence-sentences.js';
import { PaymentTimeline } from './payment-timeline.service.js';

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
    const { registered, createdAt, verified, deleted } = await this.states.of(Account, userId);
    return [
      `Account: ${userId}${deleted ? ', deleted' : ''}`,
      `Username: ${registered?.username ?? 'unknown'}`,
      `Registered: ${createdAt ?? 'unknown'}`,
      `Email address: ${verified ? 'verified' : 'not verified'}`,
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
