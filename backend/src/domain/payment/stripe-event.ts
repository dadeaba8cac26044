import type { Aggregate, EventOf } from '../../kernel/aggregate.js';
import * as commands from './stripe-event.commands.js';
import type { StripeEventEvents } from './stripe-event.events.js';

/** What we know of an event of the payment provider. */
interface StripeEventState {
  readonly received: boolean;
  readonly parked: boolean;
}

const receive = (
  event: commands.ReceiveStripeEvent['data'],
  { received }: StripeEventState,
): EventOf<StripeEventEvents>[] => (received ? [] : [{ type: 'StripeEventReceived', data: event }]);

const park = (
  wish: commands.ParkStripeEvent['data'],
  { received, parked }: StripeEventState,
): EventOf<StripeEventEvents>[] => (received && !parked ? [{ type: 'StripeEventParked', data: wish }] : []);

/** An event of the payment provider, stored once. */
export const stripeEvent: Aggregate<StripeEventState, StripeEventEvents, typeof commands> = {
  category: 'stripeEvent',
  id: ({ stripeEventId }) => stripeEventId,
  initial: { received: false, parked: false },
  commands,
  decide: { ReceiveStripeEvent: receive, ParkStripeEvent: park },
  evolve: {
    StripeEventReceived: (state) => ({ ...state, received: true }),
    StripeEventParked: (state) => ({ ...state, parked: true }),
  },
};
