import { Injectable } from '@nestjs/common';
import { PickType } from '@nestjs/swagger';
import { Maybe, Text } from '../../contract/fields.js';
import { Boosts } from '../../domain/boosts/boosts.js';
import { Payment } from '../../domain/payment/payment.js';
import { StripeEvent } from '../../domain/payment/stripe-event.js';
import { Proposal } from '../../domain/proposal/proposal.js';
import { sentenceOf, valuesAt } from '../../domain/trail/trail.js';
import type { Stored } from '../../kernel/document-store.js';
import type { Recorded } from '../../kernel/event.js';
import { History } from '../../kernel/history.js';
import { AdminPaymentsReader } from '../../projections/payments/admin-payments.reader.js';
import type { PaymentDocument } from '../../projections/payments/payments.js';
import { ProposalsReader } from '../../projections/proposals.js';
import { AuditLines, EVENT_FIELDS } from '../audit/audit-lines.service.js';
import { TrailLine } from '../audit/audit.contract.js';
import type { AdminUser } from '../http/admins.js';
import { LegalHolds } from '../photos/legal-holds.service.js';

/** Something that happened to a payment, from the event log. */
export class PaymentMoment extends PickType(TrailLine, EVENT_FIELDS) {
  @Maybe(Text, 'What its sentence leaves out: the reason or the problem, or the note of an admin.')
  readonly reason!: string | null;
}

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
    private readonly lines: AuditLines,
    private readonly holds: LegalHolds,
  ) {}

  /** Oldest first, without what names a post that the admin may not see. @throws EventLogUnavailableError */
  async of(document: Stored<PaymentDocument>, admin: Pick<AdminUser, 'role'>): Promise<PaymentMoment[]> {
    const hidden = await this.holds.hiddenFrom(admin);
    const found = await this.eventsOf(document);
    const events = found.filter(({ data }) => !('postId' in data && hidden.has(String(data.postId))));
    const reasons = new Map(events.map((event) => [event.id, reasonIn(event)]));
    const lines = await this.lines.ofEvents(events);
    return lines.map((line) => ({ ...line, reason: reasons.get(line.id) ?? null }));
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
}

function reasonIn(event: Recorded): string | null {
  const said = new Set(sentenceOf(event).flatMap((part) => ('value' in part ? [part.value] : [])));
  const texts = ['note', 'problem', 'reason'].flatMap((path) => valuesAt(event.data, path));
  return texts.find((text): text is string => typeof text === 'string' && !said.has(text)) ?? null;
}
