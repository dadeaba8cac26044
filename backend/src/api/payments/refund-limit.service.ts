import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Money } from '../../domain/money.js';
import { refundsInVain } from '../../domain/payment/payment-acts.js';
import { refundedOf, requireStarted } from '../../domain/payment/payment-state.js';
import { payment } from '../../domain/payment/payment.js';
import { CountRefund } from '../../domain/payment/refund-day.commands.js';
import type { RefundDayEvents } from '../../domain/payment/refund-day.events.js';
import { refundDay } from '../../domain/payment/refund-day.js';
import { proposal } from '../../domain/proposal/proposal.js';
import { Clock } from '../../kernel/clock.js';
import { States } from '../../kernel/states.js';

/** `REFUND_LIMIT`. */
export class RefundPolicy {
  /** @param limit in the smallest unit: for a payment, and for an admin in a day */
  constructor(readonly limit: number) {}
}

const DAY_LENGTH = 10;
/** A proposal with one of these statuses starts no refund. */
const OVER: ReadonlySet<string> = new Set(['withdrawn', 'lapsed', 'failed']);

/** Counts the refunds of admins. */
@Injectable()
export class RefundLimit {
  constructor(
    private readonly commands: CommandBus,
    private readonly states: States,
    private readonly policy: RefundPolicy,
    private readonly clock: Clock,
  ) {}

  /** Counts a refund that `adminId` wants. Returns whether an owner has to confirm it. */
  async count(
    adminId: string,
    refund: { readonly refundId: string; readonly reference: string; readonly amount: Money },
  ): Promise<boolean> {
    const day = this.clock.now().toISOString().slice(0, DAY_LENGTH);
    const known = Object.values(await this.states.of(refundDay, `${adminId}-${day}`));
    const inVain: string[] = [];
    for (const one of known) if (await this.isInVain(one)) inVain.push(one.refundId);
    const state = await this.states.of(payment, refund.reference);
    requireStarted(state);
    const refunded = refundedOf(state).amount;
    const { limit } = this.policy;
    await this.commands.execute(new CountRefund({ adminId, day, ...refund, refunded, inVain, limit }));
    const counted = await this.states.of(refundDay, `${adminId}-${day}`);
    return counted[refund.refundId]?.isAsked ?? true;
  }

  private async isInVain({
    refundId,
    reference,
    isAsked,
  }: RefundDayEvents['RefundCounted']): Promise<boolean> {
    const state = await this.states.of(payment, reference);
    if (state.startedRefunds[refundId]) return refundsInVain(state).includes(refundId);
    const asked = isAsked ? await this.states.of(proposal, refundId) : null;
    return asked !== null && OVER.has(asked.status);
  }
}
