import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Payments } from '../../infrastructure/payments/payments.port.js';
import type { Recorded } from '../../kernel/event.js';
import { States } from '../../kernel/states.js';
import type { Reaction } from '../reaction.js';
import { askingAlone, recordObservation } from './provider-objects.js';
import { requireCurrent } from './stale-objects.js';

/**
 * Acts on objects of the payment provider that reconciliation has found, as `stripe-events.ts` does on the provider's
 * events: each is fetched as it is now, and what it shows is recorded in the stream of its payment.
 */
@Injectable()
export class StripeObserved implements Reaction {
  constructor(
    private readonly commands: CommandBus,
    private readonly states: States,
    private readonly payments: Payments,
  ) {}

  readonly name = 'stripe-observed';
  readonly on: Reaction['on'] = {
    StripeObjectObserved: async ({ data: { fetchId, state } }, attempt) => {
      const { commands, states, payments } = this;
      const seen = await askingAlone(payments, attempt, (limitMs) => payments.observe(fetchId, limitMs));
      requireCurrent({ state: state.replaceAll('_', ' ') }, fetchId, seen);
      for (const observation of seen) {
        await recordObservation({ commands, states }, observation);
      }
    },
  };
  /** Each by itself, so that none queues behind one that waits. States only go forward, so their order does not matter. */
  readonly sequence = ({ id }: Recorded): string => id;
}
