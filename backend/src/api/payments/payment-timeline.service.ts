import { Injectable } from '@nestjs/common';
import { Boosts } from '../../domain/boosts/boosts.js';
import { Payment } from '../../domain/payment/payment.js';
import { StripeEvent } from '../../domain/payment/stripe-event.js';
import { Proposal } from '../../domain/proposal/proposal.js';
import type { Stored } from '../../kernel/document-store.js';
import type { Recorded } from '../../kernel/event.js';
import { History } from '../../kernel/history.js';
import { AdminPaymentsReader } from '../../projections/payments/admin-payments.reader.js';
import type { PaymentDocument } from '../../projections/payments/payments.js';
import { ProposalsReader } from '../../projections/proposals.js';
import { Admins } from '../http/admins.js';
import type { PaymentMoment } from './payments.contract.js';
import { FACTS, type MomentFacts, type TimelineEvent } from './timeline-facts.js';

/**
 * What happened to a payment, to its boost and to the refunds that owners were asked for, and what the provider sent about
 * it: from the event log.
 */
@Injectable()
export class PaymentTimeline {
  constructor(
    private readonly history: History,
    private readonly reader: AdminPaymentsReader,
    private readonly proposals: ProposalsReader,
    private readonly admins: Admins,
  ) {}

  /** Oldest first. @throws EventLogUnavailableError */
  async of(document: Stored<PaymentDocument>): Promise<PaymentMoment[]> {
    const events = await this.eventsOf(document);
    return Promise.all(events.map((event) => this.moment(event)));
  }

  async eventsOf(document: Stored<PaymentDocument>): Promise<readonly Recorded[]> {
    const { _id: reference, userId, boost } = document;
    const stripeEventIds = await this.reader.eventsAbout(document);
    const asked = await this.proposals.refundsOf(reference);
    const streams = [
      `${Payment.category}-${reference}`,
      ...(boost && userId ? [`${Boosts.category}-${userId}`] : []),
      ...asked.map(({ _id }) => `${Proposal.category}-${_id}`),
      ...stripeEventIds.map((id) => `${StripeEvent.category}-${id}`),
    ];
    const found = await Promise.all(streams.map((stream) => this.history.of(stream)));
    return found
      .flat()
      .filter(({ data }) => !('boostId' in data) || data.boostId === reference)
      .toSorted((one, other) => one.position - other.position);
  }

  private async moment({ type, data, metadata: { at, actor } }: Recorded): Promise<PaymentMoment> {
    const event = type as TimelineEvent;
    const factsOf = FACTS[event] as (data: object) => MomentFacts;
    const { amount = null, stripeId = null, what = null, reason = null } = factsOf(data);
    const adminName = actor.kind === 'admin' && actor.id !== null ? await this.nameOf(actor.id) : null;
    return { at, event, actor: actor.kind, adminName, amount, stripeId, what, reason };
  }

  /** Those who acted in a terminal have given their name instead of an id. */
  private async nameOf(adminId: string): Promise<string> {
    return (await this.admins.nameOf(adminId)) ?? adminId;
  }
}
