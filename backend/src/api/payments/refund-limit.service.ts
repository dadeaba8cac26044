import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Person } from '../../domain/admin/person.js';
import type { Money } from '../../domain/money.js';
import { refundsInVain } from '../../domain/payment/payment-acts.js';
import { refundedOf, requireStarted } from '../../domain/payment/payment-state.js';
import { Payment } from '../../domain/payment/payment.js';
import { type Counted, ALL_REFUNDS, countedFor, RefundDay } from '../../domain/payment/refund-day.js';
import { Proposal } from '../../domain/proposal/proposal.js';
import { Clock } from '../../kernel/clock.js';
import { States } from '../../kernel/states.js';

/** `REFUND_LIMIT`. */
export class RefundPolicy {
  /** @param limit in the smallest unit: for a payment, and for a person in 24 hours */
  constructor(readonly limit: number) {}
}

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

  /** Counts a refund that somebody wants. Returns whether an owner has to confirm it. */
  async count(
    by: Person,
    refund: { readonly refundId: string; readonly reference: string; readonly amount: Money },
  ): Promise<boolean> {
    const now = this.clock.now();
    const day = await this.states.of(RefundDay, ALL_REFUNDS);
    const inVain: string[] = [];
    for (const one of countedFor(by, day, now.toISOString())) {
      if (await this.isInVain(one)) inVain.push(one.refundId);
    }
    const state = await this.states.of(Payment, refund.reference);
    requireStarted(state);
    const facts = { refunded: refundedOf(state).amount, inVain, limit: this.policy.limit };
    await this.commands.execute(RefundDay.CountRefund({ by, now: now.toISOString(), ...refund, ...facts }));
    const counted = await this.states.of(RefundDay, ALL_REFUNDS);
    return counted[refund.refundId]?.isAsked ?? true;
  }

  private async isInVain({ refundId, reference, isAsked }: Counted): Promise<boolean> {
    const state = await this.states.of(Payment, reference);
    if (state.startedRefunds[refundId]) return refundsInVain(state).includes(refundId);
    const asked = isAsked ? await this.states.of(Proposal, refundId) : null;
    return asked !== null && OVER.has(asked.status);
  }
}
