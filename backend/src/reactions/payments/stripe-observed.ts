import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { DomainEvents } from '../../domain/events.js';
import { Payments } from '../../infrastructure/payments/payments.port.js';
import type { Recorded } from '../../kernel/event.js';
import { Clock } from '../../kernel/clock.js';
import { NotYetKnownError } from '../../kernel/reaction.js';
import { States } from '../../kernel/states.js';
import type { Reaction } from '../reaction.js';
import { UNKNOWN_MS, askingAlone, recordObservation } from './provider-objects.js';
import { staleness } from './stale-objects.js';

/**
 * Acts on objects of the payment provider that reconciliation has found, as `stripe-events.ts` does on the provider's
 * events: each is fetched as it is now, and what it shows is recorded in the stream of its payment. One that is older than
 * what reconciliation saw waits, for 71 hours. What an admin or a buyer asked for is recorded as it is.
 */
@Injectable()
export class StripeObserved implements Reaction {
  constructor(
    private readonly commands: CommandBus,
    private readonly states: States,
    private readonly payments: Payments,
    private readonly clock: Clock,
  ) {}

  readonly name = 'stripe-observed';
  readonly on: Reaction['on'] = {
    StripeObjectObserved: async ({ data: { fetchId, state, actId }, metadata }, attempt) => {
      const { commands, states, payments } = this;
      const seen = await askingAlone(payments, attempt, (limitMs) => payments.observe(fetchId, limitMs));
      const claim = { state: state.replaceAll('_', ' '), refunded: null, moves: null };
      const problem = actId === null && seen.length > 0 ? staleness(claim, fetchId, seen) : null;
      const ageMs = this.clock.now().getTime() - Date.parse(metadata.at);
      if (problem !== null && ageMs < UNKNOWN_MS) throw new NotYetKnownError(problem);
      for (const observation of seen) {
        await recordObservation({ commands, states }, observation);
      }
    },
  };
  /**
   * What an object showed earlier must not be recorded after what it shows later. But what somebody asks for does not queue
   * behind an observation that waits.
   */
  readonly sequence = ({ data }: Recorded): string => {
    const { actId, fetchId } = data as DomainEvents['StripeObjectObserved'];
    return actId ?? fetchId;
  };
}
