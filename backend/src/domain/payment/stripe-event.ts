import { type Aggregate, Command, type EventOf } from '../../kernel/aggregate.js';
import type { StripeEventEvents } from './stripe-event.events.js';

/** Store an event of the payment provider. Idempotent by its id. */
export class ReceiveStripeEvent extends Command<StripeEventEvents['StripeEventReceived']> {}

/** Set an event aside for an admin. Idempotent. */
export class ParkStripeEvent extends Command<StripeEventEvents['StripeEventParked']> {}

const commands = { ReceiveStripeEvent, ParkStripeEvent };

/** What we know of an event of the payment provider. */
interface StripeEventState {
  readonly received: boolean;
  readonly parked: boolean;
}

const receive = (
  event: ReceiveStripeEvent['data'],
  { received }: StripeEventState,
): EventOf<StripeEventEvents>[] => (received ? [] : [{ type: 'StripeEventReceived', data: event }]);

const park = (
  wish: ParkStripeEvent['data'],
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
