import { Injectable } from '@nestjs/common';
import { Maybe, OneOf, Part, Text, When } from '../../contract/fields.js';
import { Boosts } from '../../domain/boosts/boosts.js';
import type { Money } from '../../domain/money.js';
import { Payment } from '../../domain/payment/payment.js';
import { StripeEvent } from '../../domain/payment/stripe-event.js';
import { Proposal } from '../../domain/proposal/proposal.js';
import type { Stored } from '../../kernel/document-store.js';
import type { EventsOf, Recorded } from '../../kernel/event.js';
import { History } from '../../kernel/history.js';
import { AdminPaymentsReader } from '../../projections/payments/admin-payments.reader.js';
import type { PaymentDocument } from '../../projections/payments/payments.js';
import { Price } from '../../projections/payments/shown-payments.js';
import { ProposalsReader } from '../../projections/proposals.js';
import { Admins } from '../http/admins.js';

/** The events that the timeline of a payment shows. */
export type Shown = EventsOf<
  typeof Payment.events & typeof Boosts.events & typeof StripeEvent.events & typeof Proposal.events
>;
type TimelineEvent = keyof Shown;

/** What an event says, besides when it happened and who caused it. */
interface MomentFacts {
  readonly amount?: Money;
  readonly stripeId?: string | null;
  /** A state, an outcome or a type. */
  readonly what?: string;
  readonly reason?: string | null;
}

const FACTS: { readonly [Type in TimelineEvent]: (data: Shown[Type]) => MomentFacts } = {
  CheckoutStarted: ({ price }) => ({ amount: price }),
  CheckoutOpened: ({ sessionId }) => ({ stripeId: sessionId }),
  CheckoutNotOpened: ({ reason }) => ({ reason }),
  PaymentPending: ({ paymentIntentId }) => ({ stripeId: paymentIntentId }),
  PaymentConfirmed: ({ price, paymentIntentId }) => ({ amount: price, stripeId: paymentIntentId }),
  PaymentFailed: ({ because }) => ({ what: because }),
  PaymentParked: ({ reason, paymentIntentId, paid }) => ({
    reason,
    stripeId: paymentIntentId,
    ...(paid && { amount: paid }),
  }),
  PaymentResolved: ({ outcome, note }) => ({ what: outcome, reason: note }),
  RefundRequested: () => ({}),
  RefundDeclined: ({ reason }) => ({ reason }),
  RefundStarted: ({ amount, reason }) => ({ amount, reason }),
  RefundRejected: ({ reason }) => ({ reason }),
  RefundObserved: ({ amount, providerRefundId, state }) => ({
    amount,
    stripeId: providerRefundId,
    what: state,
  }),
  DisputeObserved: ({ amount, disputeId, state, reason }) => ({
    amount,
    stripeId: disputeId,
    what: state,
    reason,
  }),
  DisputeResolved: ({ disputeId, boost, note }) => ({ stripeId: disputeId, what: boost, reason: note }),
  FraudWarned: ({ warningId }) => ({ stripeId: warningId }),
  FraudWarningsDismissed: ({ note }) => ({ reason: note }),
  PaymentMailQueued: ({ about }) => ({ what: about }),
  BoostPurchased: ({ price }) => ({ amount: price }),
  BoostApplied: () => ({}),
  BoostHeld: ({ hold }) => ({ what: hold.kind }),
  BoostReleased: ({ hold }) => ({ what: hold.kind }),
  BoostEndingNotified: () => ({}),
  BoostEnded: ({ because }) => ({ what: because }),
  BoostRevoked: ({ because }) => ({ what: because }),
  BoostReinstated: () => ({}),
  ActProposed: ({ refund, note }) => ({ ...(refund && { amount: refund.amount }), reason: note }),
  ActRescheduled: () => ({}),
  ActConfirmed: () => ({}),
  ActWithdrawn: () => ({}),
  ActLapsed: () => ({}),
  ActCarriedOut: () => ({}),
  ActFailed: ({ problem }) => ({ reason: problem }),
  StripeEventReceived: ({ stripeEventId, eventType }) => ({ stripeId: stripeEventId, what: eventType }),
  StripeEventParked: ({ stripeEventId, reason }) => ({ stripeId: stripeEventId, reason }),
  StripeEventResolved: ({ stripeEventId, note }) => ({ stripeId: stripeEventId, reason: note }),
};

const TIMELINE_EVENTS = Object.keys(FACTS) as readonly TimelineEvent[];

/** Something that happened to a payment, from the event log. */
export class PaymentMoment {
  @When() readonly at!: string;
  @OneOf(TIMELINE_EVENTS) readonly event!: TimelineEvent;
  @OneOf(['visitor', 'user', 'admin', 'system', 'stripe'], 'Who caused it.') readonly actor!:
    'visitor' | 'user' | 'admin' | 'system' | 'stripe';
  @Maybe(Text, 'The name of the admin who caused it.') readonly adminName!: string | null;
  @Maybe(Part(() => Price)) readonly amount!: Price | null;
  @Maybe(Text, 'The id at Stripe that it is about.') readonly stripeId!: string | null;
  @Maybe(Text, 'A state, an outcome, or the type of an event of Stripe or of the mail.')
  readonly what!: string | null;
  @Maybe(Text, 'The reason, or the note of an admin.') readonly reason!: string | null;
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
