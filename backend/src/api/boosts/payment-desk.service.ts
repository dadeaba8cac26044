import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { account } from '../../domain/account/account.js';
import type { Money } from '../../domain/money.js';
import {
  DeclineRefund,
  DismissFraudWarnings,
  ResolveDispute,
  ResolvePayment,
  StartRefund,
} from '../../domain/payment/payment.commands.js';
import {
  type StartedPayment,
  paidOf,
  refundableIntentOf,
  refundedOf,
} from '../../domain/payment/payment-state.js';
import { payment } from '../../domain/payment/payment.js';
import { ResolveStripeEvent } from '../../domain/payment/stripe-event.commands.js';
import { stripeEvent } from '../../domain/payment/stripe-event.js';
import { Payments } from '../../infrastructure/payments/payments.port.js';
import { type Command, Rejected } from '../../kernel/aggregate.js';
import { causedBy } from '../../kernel/causation.js';
import { Ids } from '../../kernel/clock.js';
import { EventLog } from '../../kernel/event-log.js';
import { States } from '../../kernel/states.js';
import { ViewProgress } from '../../kernel/view-progress.js';
import { parkedStripeEvents } from '../../projections/payments/parked-stripe-events.projection.js';
import { type PaymentDocument, payments as view } from '../../projections/payments/payments.projection.js';
import { PaymentsReader } from '../../projections/payments/payments.reader.js';

/** A payment that needs an admin. It holds ids, amounts and states, no personal data. */
export type WaitingPayment = Pick<
  PaymentDocument,
  | 'kind'
  | 'price'
  | 'refunded'
  | 'refundProblem'
  | 'status'
  | 'parked'
  | 'disputes'
  | 'warnings'
  | 'startedAt'
> & { readonly reference: string; readonly isRefundRequested: boolean };

/** An event of the payment provider that could not be acted on. */
export interface WaitingEvent {
  readonly stripeEventId: string;
  readonly eventType: string;
  readonly objectId: string | null;
  readonly reason: string;
  readonly parkedAt: string;
}

/** What needs an admin, oldest first. */
export interface Waiting {
  readonly payments: readonly WaitingPayment[];
  readonly events: readonly WaitingEvent[];
}

const PATIENCE_MS = 10_000;

/**
 * Settles what needs an admin: parked payments and events, refund requests, lost disputes and warnings of fraud. Each act
 * is an event of that admin.
 */
@Injectable()
export class PaymentDesk {
  constructor(
    private readonly commands: CommandBus,
    private readonly payments: Payments,
    private readonly reader: PaymentsReader,
    private readonly states: States,
    private readonly views: ViewProgress,
    private readonly log: EventLog,
    private readonly ids: Ids,
  ) {}

  /** @throws Error while the lists are behind */
  async waiting(): Promise<Waiting> {
    const names = [view.name, parkedStripeEvents.name];
    if (!(await this.views.seen(names, await this.log.head(), PATIENCE_MS))) {
      throw new Error('the lists are behind or being rebuilt: please try again later');
    }
    const [found, events] = await Promise.all([this.reader.needingAdmin(), this.reader.parkedEvents()]);
    return {
      payments: found.map(
        ({ _id, kind, price, refunded, refundProblem, status, parked, disputes, warnings, ...rest }) => {
          const isRefundRequested = rest.refundRequest === 'open';
          const facts = { kind, price, refunded, refundProblem, status, parked, disputes, warnings };
          return { reference: _id, ...facts, startedAt: rest.startedAt, isRefundRequested };
        },
      ),
      events: await Promise.all(
        events.map(async ({ _id: stripeEventId, reason, parkedAt }) => {
          const { eventType, objectId } = await this.states.of(stripeEvent, stripeEventId);
          return { stripeEventId, eventType, objectId, reason, parkedAt };
        }),
      ),
    };
  }

  /**
   * Grants a parked payment, as it was started. What was paid is what the provider shows.
   * @throws Rejected if it is not parked, nothing was paid, or the account of its buyer is deleted
   */
  async grant(reference: string, admin: string, note: string): Promise<void> {
    const parked = await this.started(reference);
    const { userId } = parked.started;
    if (userId !== null && (await this.states.of(account, userId)).deleted) {
      throw new Rejected('conflict', 'The account of the buyer is deleted. Please refund the payment.');
    }
    const intentId = parked.parked?.paymentIntentId ?? null;
    const paid = parked.confirmedAt !== null || intentId === null ? null : await this.paidFor(intentId);
    await this.act(admin, new ResolvePayment({ reference, outcome: 'granted', note, paid }));
  }

  /**
   * Starts a refund; a reaction asks the provider for it. A parked payment is settled once the provider shows the refund.
   * @param amount in the smallest unit of the currency; null for all that is left
   * @throws Rejected if nothing was paid or is left, or another refund is under way
   */
  async refund(reference: string, admin: string, amount: number | null): Promise<Money> {
    const paid = await this.started(reference);
    const begun = Object.values(paid.startedRefunds);
    const unseen = begun.filter(({ isRejected }) => !isRejected).length - Object.keys(paid.refunds).length;
    if (unseen > 0) {
      throw new Rejected('conflict', 'A refund of this payment is under way. Please wait until it is done.');
    }
    const left = await this.leftOf(paid);
    const money = amount === null ? left : { ...left, amount };
    if (left.amount < 1) throw new Rejected('conflict', 'Nothing is left to refund.');
    // The same number for two acts at once: only the first of them starts a refund.
    const refundId = `${reference}-refund-${begun.length + 1}`;
    await this.act(admin, new StartRefund({ reference, refundId, amount: money }));
    return money;
  }

  /** Refuses a refund that the buyer asks for. @throws Rejected if there is no open request */
  async decline(reference: string, admin: string, reason: string): Promise<void> {
    const { refundRequest } = await this.started(reference);
    if (!refundRequest?.isOpen) throw new Rejected('conflict', 'There is no open refund request.');
    await this.act(admin, new DeclineRefund({ reference, reason }));
  }

  /** Settles a parked payment without granting or refunding it. @throws Rejected if it is not parked */
  async dismiss(reference: string, admin: string, note: string): Promise<void> {
    await this.started(reference);
    await this.act(admin, new ResolvePayment({ reference, outcome: 'dismissed', note, paid: null }));
  }

  /** Settles the warnings of fraud of a payment without giving the money back. @throws Rejected if none is open */
  async dismissWarnings(reference: string, admin: string, note: string): Promise<void> {
    await this.started(reference);
    await this.act(admin, new DismissFraudWarnings({ reference, note }));
  }

  /** Settles a parked event of the provider. @throws Rejected if it is not parked */
  async dismissEvent(stripeEventId: string, admin: string, note: string): Promise<void> {
    await this.act(admin, new ResolveStripeEvent({ stripeEventId, note }));
  }

  /** Decides what a lost dispute means for the boost. @throws Rejected if it is not lost, or decided already */
  async resolveDispute(
    reference: string,
    admin: string,
    decision: { readonly disputeId: string; readonly boost: 'kept' | 'revoked'; readonly note: string },
  ): Promise<void> {
    const decided = (await this.started(reference)).resolvedDisputes[decision.disputeId];
    if (decided) throw new Rejected('conflict', `This dispute was decided already: ${decided}.`);
    await this.act(admin, new ResolveDispute({ reference, ...decision }));
  }

  private async started(reference: string): Promise<StartedPayment> {
    const state = await this.states.of(payment, reference);
    const { started } = state;
    if (!started) throw new Rejected('notFound', `There is no payment ${reference}.`);
    return { ...state, started };
  }

  /** What can be given back at most. What was paid for a parked payment may differ from its price, so the provider says. */
  private async leftOf(paid: StartedPayment): Promise<Money> {
    const refunded = refundedOf(paid).amount;
    const intentId = refundableIntentOf(paid);
    if (paid.confirmedAt !== null || intentId === null) {
      const { amount, currency } = paidOf(paid);
      return { amount: amount - refunded, currency };
    }
    const { amount, currency } = await this.paidFor(intentId);
    return { amount: amount - refunded, currency };
  }

  /** What the provider shows as paid. @throws Rejected if it shows nothing */
  private async paidFor(intentId: string): Promise<Money> {
    const [seen] = await this.payments.observe(intentId);
    if (seen?.kind === 'payment' && seen.state === 'paid') return seen.price;
    throw new Rejected('conflict', `The provider shows no paid payment ${intentId}.`);
  }

  private async act(admin: string, command: Command<object>): Promise<void> {
    const id = this.ids.uuid();
    const actor = { kind: 'admin', id: admin } as const;
    await causedBy({ actor, requestId: null, correlationId: id, causationId: id }, () =>
      this.commands.execute(command),
    );
  }
}
