import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { StripeEvent, HANDLED_TYPES } from '../../domain/payment/stripe-event.js';
import type { DomainEvents } from '../../domain/events.js';
import { Payments } from '../../infrastructure/payments/payments.port.js';
import { Clock } from '../../kernel/clock.js';
import type { Recorded } from '../../kernel/event.js';
import { NotYetKnownError } from '../../kernel/reaction.js';
import { States } from '../../kernel/states.js';
import { UNKNOWN_MS, askingAlone, recordObservation } from './provider-objects.js';
import { claimOf, staleness } from './stale-objects.js';
import { isSettledByWebhook } from './checkout-webhook-shortcut.js';
import type { Reaction } from '../reaction.js';

const HANDLED: ReadonlySet<string> = new Set(HANDLED_TYPES);

/** Thin events name an object in another format. */
const THIN = 'v2.';

/**
 * Acts on the events of the payment provider. An event is only a notice: the object that it names is fetched as it is
 * now, unless nothing about it can change any more, so the order of the events and their number do not matter. It waits
 * while the provider shows an older state than the notice says. What an object shows is recorded in the stream of its
 * payment; `payment-consequences.ts` acts on that.
 */
@Injectable()
export class StripeEvents implements Reaction {
  constructor(
    private readonly commands: CommandBus,
    private readonly states: States,
    private readonly payments: Payments,
    private readonly clock: Clock,
  ) {}

  readonly name = 'stripe-events';
  readonly on: Reaction['on'] = {
    StripeEventReceived: async ({ data, metadata }, attempt) => {
      const { commands, states, payments } = this;
      const { stripeEventId, eventType, livemode, objectId } = data;
      const park = (reason: string) =>
        commands.execute(StripeEvent.ParkStripeEvent({ stripeEventId, reason }));
      if (eventType.startsWith(THIN)) {
        await park('It is a thin event. Please send snapshot events to this endpoint.');
        return;
      }
      if (!HANDLED.has(eventType)) return;
      const mode = livemode ? 'live' : 'test';
      if (mode !== payments.mode) {
        await park(`The mode is ${mode}, expected ${payments.mode}.`);
        return;
      }
      if (objectId === null) {
        await park('The provider shows no object.');
        return;
      }
      if (await isSettledByWebhook({ commands, states }, data)) return;
      const isOver = this.clock.now().getTime() - Date.parse(metadata.at) >= UNKNOWN_MS;
      try {
        const seen = await askingAlone(payments, attempt, (limitMs) => payments.observe(objectId, limitMs));
        const problem = staleness(claimOf(data), objectId, seen);
        if (problem !== null && !isOver) throw new NotYetKnownError(problem);
        for (const observation of seen) await recordObservation({ commands, states }, observation);
        if (problem !== null) await park(`${problem}.`);
      } catch (error) {
        if (!(error instanceof NotYetKnownError) || !isOver) throw error;
        await park(`${error.message}.`);
      }
    },
  };
  /** What an object showed earlier must not be recorded after what it shows later. */
  readonly sequence = ({ data, stream }: Recorded): string =>
    (data as DomainEvents['StripeEventReceived']).objectId ?? stream;
}
