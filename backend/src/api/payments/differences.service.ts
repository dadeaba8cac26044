import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Decider } from '../../domain/moderation/decisions.js';
import { refundableIntentOf, requireStarted } from '../../domain/payment/payment-state.js';
import { payment } from '../../domain/payment/payment.js';
import { ResolveStripeEvent } from '../../domain/payment/stripe-event.commands.js';
import { ObserveStripeObject, SettleDifference } from '../../domain/payment/stripe-observed.commands.js';
import { stateIn, waysOut } from '../../domain/payment/stripe-observed.js';
import { Rejected } from '../../kernel/aggregate.js';
import { Ids } from '../../kernel/clock.js';
import { States } from '../../kernel/states.js';
import { ReconciliationsReader } from '../../projections/payments/reconciliations.reader.js';

/**
 * What admins do about payments that Stripe and the log show differently. A difference is one that the comparison `runId` has
 * listed; null for the last comparison.
 */
@Injectable()
export class Differences {
  constructor(
    private readonly commands: CommandBus,
    private readonly states: States,
    private readonly ids: Ids,
    private readonly runs: ReconciliationsReader,
  ) {}

  /** Asks Stripe again for an object that differs. A reaction fetches it. */
  async observe(runId: string | null, objectId: string): Promise<void> {
    const { difference } = await this.listed(runId, objectId);
    const { object: kind, reference, provider } = difference;
    const { observe, says } = waysOut(difference);
    if (!observe || kind === 'event' || reference === null) throw new Rejected('conflict', says);
    const state = await this.states.of(payment, reference);
    if (!state.started) {
      throw new Rejected('conflict', 'The log has no such payment. Refund it at Stripe, then settle it.');
    }
    const fetchId = kind === 'charge' ? (state.checkout?.sessionId ?? refundableIntentOf(state)) : objectId;
    if (fetchId === null) throw new Rejected('conflict', 'The log knows no checkout of this payment.');
    const amount = provider?.amount ?? state.started.price;
    await this.ask({ objectId, state: stateIn(provider), kind, reference, amount, fetchId });
  }

  /** The same for a payment that has a checkout and is not confirmed. */
  async observePayment(reference: string): Promise<void> {
    const state = await this.states.of(payment, reference);
    requireStarted(state);
    const { checkout, started, confirmedAt } = state;
    if (checkout === null || confirmedAt !== null) {
      throw new Rejected(
        'conflict',
        'Stripe is asked for payments that have a checkout and are not confirmed.',
      );
    }
    const { sessionId } = checkout;
    const asked = { objectId: sessionId, state: 'asked', kind: 'charge', fetchId: sessionId } as const;
    await this.ask({ ...asked, reference, amount: started.price });
  }

  /** Settles a difference, as it was settled outside. */
  async settle(runId: string | null, objectId: string, note: string, decider: Decider): Promise<void> {
    const listed = await this.listed(runId, objectId);
    const { repair: _, settledAt: __, ...difference } = listed.difference;
    const { reference, provider, kind } = difference;
    const actId = this.ids.uuid();
    if (kind === 'event parked') {
      await this.commands.execute(new ResolveStripeEvent({ stripeEventId: objectId, actId, note }));
      return;
    }
    const { started } = reference === null ? { started: null } : await this.states.of(payment, reference);
    const facts = {
      state: stateIn(provider),
      ownerId: started?.userId ?? null,
      runId: listed.runId,
      actId,
      note,
    };
    await this.commands.execute(new SettleDifference({ ...difference, ...facts, decider }));
  }

  private async ask(seen: Omit<ObserveStripeObject['data'], 'actId'>): Promise<void> {
    await this.commands.execute(new ObserveStripeObject({ ...seen, actId: this.ids.uuid() }));
  }

  /** @throws Rejected (notFound) */
  private async listed(runId: string | null, objectId: string) {
    const run = await (runId === null ? this.runs.newest() : this.runs.run(runId));
    if (!run) throw new Rejected('notFound', 'There is no such comparison.');
    const difference = run.listed.find((one) => one.objectId === objectId && one.settledAt === null);
    if (difference) return { runId: run._id, difference };
    throw new Rejected('notFound', `The comparison lists no difference of ${objectId}.`);
  }
}
