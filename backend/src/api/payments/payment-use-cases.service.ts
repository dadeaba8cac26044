import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Account } from '../../domain/account/account.js';
import { NOBODY, operatorNamed } from '../../domain/admin/person.js';
import type { Decider } from '../../domain/moderation/self-decision.js';
import type { Money } from '../../domain/money.js';
import { type PossibleActs, possibleActs } from '../../domain/payment/payment-acts.js';
import type { DomainEvents } from '../../domain/events.js';
import {
  type PaymentState,
  paidOf,
  refundableIntentOf,
  requireStarted,
} from '../../domain/payment/payment-state.js';
import { Payment } from '../../domain/payment/payment.js';
import { Payments } from '../../infrastructure/payments/payments.port.js';
import { type AnyAggregate, Rejected, decide } from '../../kernel/aggregate.js';
import { Ids } from '../../kernel/clock.js';
import type { Stored } from '../../kernel/document-store.js';
import { States } from '../../kernel/states.js';
import { type ProposalDocument, ProposalsReader } from '../../projections/proposals.js';
import { Proposals } from '../admin/proposals.service.js';
import type { AdminUser } from '../http/admins.js';
import { RefundLimit } from './refund-limit.service.js';

export interface RefundWish {
  /** In the smallest unit of the currency; null for all that is left. */
  readonly amount: number | null;
  readonly reason: string;
}

/** Brings the facts together that decisions about payments need. The rules are in `domain/payment`. */
@Injectable()
export class PaymentUseCases {
  constructor(
    private readonly commands: CommandBus,
    private readonly payments: Payments,
    private readonly states: States,
    private readonly ids: Ids,
    private readonly limit: RefundLimit,
    private readonly proposals: Proposals,
    private readonly asked: ProposalsReader,
  ) {}

  /** Grants a parked payment, as it was started. What was paid is what the provider shows. */
  async grant(reference: string, note: string, decider: Decider): Promise<void> {
    const state = await this.states.of(Payment, reference);
    const { parked, confirmedAt } = state;
    const intentId = parked?.paymentIntentId ?? null;
    const paid = confirmedAt !== null || intentId === null ? null : await this.paidFor(intentId);
    const isBuyerDeleted = await this.isBuyerDeleted(state);
    await this.commands.execute(
      Payment.GrantPayment({ reference, actId: this.ids.uuid(), note, paid, isBuyerDeleted, decider }),
    );
  }

  /**
   * Starts a refund, or asks an owner for one above the limit. A reaction asks the provider for it. A parked payment is
   * settled once the provider shows the refund.
   */
  async refund(reference: string, wish: RefundWish, admin: AdminUser): Promise<void> {
    const command = await this.commandFor(reference, wish, { inTerminal: false, decider: admin });
    const { refundId, begun } = command.data;
    const asked = await this.askedRefund(reference);
    if (asked !== null && asked._id !== refundId) {
      throw new Rejected('conflict', 'A refund of this payment waits for the confirmation of an owner.');
    }
    const state = await this.states.of(Payment, reference);
    const [started] = decide(Payment as AnyAggregate, command, state);
    if (!started) return;
    const { amount } = started.data as DomainEvents['RefundStarted'];
    if (await this.limit.count(admin, { refundId, reference, amount })) {
      const userId = state.started?.userId ?? null;
      const { reason } = wish;
      await this.proposals.proposeRefund(
        { refundId, refund: { reference, amount, userId, begun }, reason },
        admin,
      );
    } else await this.commands.execute(command);
  }

  /**
   * Starts a refund in the name of the admin `by`, whatever the limit is, and withdraws the one that waits for an owner.
   * Returns what is refunded. @throws Rejected if the one that waits was just confirmed
   */
  async refundInTerminal(reference: string, wish: RefundWish, by: string): Promise<Money> {
    const command = await this.commandFor(reference, wish, { inTerminal: true, decider: NOBODY });
    // Before anything is withdrawn, for a refund that a rule rejects.
    decide(Payment as AnyAggregate, command, await this.states.of(Payment, reference));
    const asked = await this.askedRefund(reference);
    if (asked !== null) await this.proposals.withdraw(asked._id, operatorNamed(by));
    await this.commands.execute(command);
    const { startedRefunds } = await this.states.of(Payment, reference);
    const { refundId } = command.data;
    return startedRefunds[refundId]?.amount ?? { amount: 0, currency: '' };
  }

  /** What `decider` may do about a payment now. */
  async possibleActs(reference: string, decider: Decider): Promise<PossibleActs> {
    const state = await this.states.of(Payment, reference);
    requireStarted(state);
    const isBuyerDeleted = await this.isBuyerDeleted(state);
    const isRefundAsked = (await this.askedRefund(reference)) !== null;
    return possibleActs(state, { decider, isBuyerDeleted, isRefundAsked });
  }

  /** The refund that waits for an owner; null for none. */
  async askedRefund(reference: string): Promise<Stored<ProposalDocument> | null> {
    const asked = await this.asked.refundsOf(reference);
    return asked.find(({ status }) => status === 'open' || status === 'confirmed') ?? null;
  }

  private async commandFor(
    reference: string,
    { amount, reason }: RefundWish,
    by: Pick<Parameters<typeof Payment.StartRefund>[0], 'inTerminal' | 'decider'>,
  ): Promise<ReturnType<typeof Payment.StartRefund>> {
    const state = await this.states.of(Payment, reference);
    requireStarted(state);
    const intentId = refundableIntentOf(state);
    // What was paid for a parked payment may differ from its price.
    const paid = state.confirmedAt !== null || intentId === null ? null : await this.paidFor(intentId);
    const { currency } = paid ?? paidOf(state);
    const wanted = amount === null ? null : { amount, currency };
    const facts = { paid, begun: Object.keys(state.startedRefunds).length };
    const refundId = this.ids.uuid();
    return Payment.StartRefund({ reference, refundId, amount: wanted, ...facts, reason, ...by });
  }

  private async isBuyerDeleted({ started }: PaymentState): Promise<boolean> {
    const userId = started?.userId ?? null;
    return userId !== null && (await this.states.of(Account, userId)).deleted;
  }

  /** What the provider shows as paid. @throws Rejected if it shows nothing */
  private async paidFor(intentId: string): Promise<Money> {
    const [seen] = await this.payments.observe(intentId);
    if (seen?.kind === 'payment' && seen.state === 'paid') return seen.price;
    throw new Rejected('conflict', `The provider shows no paid payment ${intentId}.`);
  }
}
