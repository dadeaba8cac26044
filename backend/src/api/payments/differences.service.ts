import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Decider } from '../../domain/moderation/self-decision.js';
import { refundableIntentOf, requireStarted } from '../../domain/payment/payment-state.js';
import { Payment } from '../../domain/payment/payment.js';
import type { Difference } from '../../domain/payment/reconciliation.js';
import { StripeEvent } from '../../domain/payment/stripe-event.js';
import { isSettled, stateIn, StripeObserved, waysOut } from '../../domain/payment/stripe-observed.js';
import { Rejected } from '../../kernel/aggregate.js';
import { Ids } from '../../kernel/clock.js';
import { States } from '../../kernel/states.js';
import { ReconciliationsReader } from '../../projections/payments/reconciliations.js';

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
    const difference = await this.listed(runId, objectId);
    const { object: kind, reference, provider } = difference;
    const { observe, says } = waysOut(difference);
    if (!observe || kind === 'event' || reference === null) throw new Rejected('conflict', says);
    const state = await this.states.of(Payment, reference);
    if (!state.started) {
      throw new Rejected('conflict', 'The log has no such payment. Refund it at Stripe, then settle it.');
    }
    // Of a payment without a checkout, reconciliation has asked for the PaymentIntent.
    const asked = await this.states.of(StripeObserved, `${objectId}-${stateIn(provider)}`);
    const ofCharge = state.checkout?.sessionId ?? refundableIntentOf(state) ?? asked.fetchId;
    const fetchId = kind === 'charge' ? ofCharge : objectId;
    if (fetchId === null) throw new Rejected('conflict', 'The log knows no checkout of this payment.');
    const amount = provider?.amount ?? state.started.price;
    await this.ask({ objectId, state: stateIn(provider), kind, reference, amount, fetchId });
  }

  /** The same for a payment that has a checkout and is not confirmed. */
  async observePayment(reference: string): Promise<void> {
    const state = await this.states.of(Payment, reference);
    requireStarted(state);
    const { checkout, started, confirmedAt } = state;
    if (checkout === null || confirmedAt !== null) {
      throw new Rejected(
        'conflict',
        'Stripe is asked for payments that have a checkout and are not confirmed.',
      );
    }
    const { sessionId } = checkout;
    const asked = { objectId: sessionId, state: 'unconfirmed', kind: 'charge', fetchId: sessionId } as const;
    await this.ask({ ...asked, reference, amount: started.price });
  }

  /** Settles a difference that was resolved outside Footnote. */
  async settle(runId: string | null, objectId: string, note: string, decider: Decider): Promise<void> {
    const { repair: _, createdAt: __, ...difference } = await this.listed(runId, objectId);
    const { reference, provider, kind } = difference;
    const actId = this.ids.uuid();
    if (kind === 'event parked') {
      await this.commands.execute(StripeEvent.ResolveStripeEvent({ stripeEventId: objectId, actId, note }));
      return;
    }
    const { started } = reference === null ? { started: null } : await this.states.of(Payment, reference);
    const facts = { state: stateIn(provider), ownerId: started?.userId ?? null, actId, note };
    await this.commands.execute(StripeObserved.SettleDifference({ ...difference, ...facts, decider }));
  }

  /** Whether it is settled, as it was listed. */
  async isSettled(difference: Difference): Promise<boolean> {
    const { objectId, kind, provider } = difference;
    if (kind === 'event parked') return (await this.states.of(StripeEvent, objectId)).resolved;
    if (!waysOut(difference).settle) return false;
    return isSettled(difference, await this.states.of(StripeObserved, `${objectId}-${stateIn(provider)}`));
  }

  private async ask(
    seen: Omit<Parameters<typeof StripeObserved.ObserveStripeObject>[0], 'actId'>,
  ): Promise<void> {
    await this.commands.execute(StripeObserved.ObserveStripeObject({ ...seen, actId: this.ids.uuid() }));
  }

  /** @throws Rejected (notFound) */
  private async listed(runId: string | null, objectId: string): Promise<Difference> {
    const run = await (runId === null ? this.runs.newest() : this.runs.one(runId));
    if (!run) throw new Rejected('notFound', 'There is no such comparison.');
    const difference = run.listed.find((one) => one.objectId === objectId);
    if (difference) return difference;
    throw new Rejected('notFound', `The comparison lists no difference of ${objectId}.`);
  }
}
