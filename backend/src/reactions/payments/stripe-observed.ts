import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { StripeObservedEvents } from '../../domain/payment/stripe-observed.events.js';
import { Payments } from '../../infrastructure/payments/payments.port.js';
import type { Recorded } from '../../kernel/event.js';
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
    StripeObjectObserved: async ({ data: { fetchId } }, attempt) => {
      const { commands, states, payments } = this;
      const seen = await askingAlone(payments, attempt, (limitMs) => payments.observe(fetchId, limitMs));
      for (const observation of seen) {
        await recordObservation({ commands, states }, observation);
      }
    },
  };
  /** What an object showed earlier must not be recorded after what it shows later. */
  readonly sequence = ({ data }: Recorded): string =>
    (data as StripeObservedEvents['StripeObjectObserved']).fetchId;
}
