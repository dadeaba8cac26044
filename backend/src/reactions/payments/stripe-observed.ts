import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Payments } from '../../infrastructure/payments/payments.port.js';
import { States } from '../../kernel/states.js';
import type { Reaction } from '../reaction.js';
import { askingAlone, recordObservation } from './provider-objects.js';

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
    StripeObjectObserved: async ({ data: { fetchId } }) => {
      const { commands, states, payments } = this;
      for (const observation of await askingAlone(payments, () => payments.observe(fetchId))) {
        await recordObservation({ commands, states }, observation);
      }
    },
  };
}
