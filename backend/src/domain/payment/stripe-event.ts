import { type Aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import * as commands from './stripe-event.commands.js';
import type { StripeEventEvents } from './stripe-event.events.js';

interface StripeEventState {
  readonly received: boolean;
  readonly parked: boolean;
  readonly resolved: boolean;
  /** The provider's type; empty before it is received. */
  readonly eventType: string;
  readonly objectId: string | null;
}

const receive = (
  event: commands.ReceiveStripeEvent['data'],
  { received }: StripeEventState,
): EventOf<StripeEventEvents>[] => (received ? [] : [{ type: 'StripeEventReceived', data: event }]);

const park = (
  wish: commands.ParkStripeEvent['data'],
  { received, parked }: StripeEventState,
): EventOf<StripeEventEvents>[] => (received && !parked ? [{ type: 'StripeEventParked', data: wish }] : []);

const resolve = (
  wish: commands.ResolveStripeEvent['data'],
  { received, parked, resolved }: StripeEventState,
): EventOf<StripeEventEvents>[] => {
  if (!received) throw new Rejected('notFound', `There is no event ${wish.stripeEventId}.`);
  if (!parked || resolved) throw new Rejected('conflict', 'This event is not parked.');
  return [{ type: 'StripeEventResolved', data: wish }];
};

/** An event of the payment provider, stored once. */
export const stripeEvent: Aggregate<StripeEventState, StripeEventEvents, typeof commands> = {
  category: 'stripeEvent',
  id: ({ stripeEventId }) => stripeEventId,
  initial: { received: false, parked: false, resolved: false, eventType: '', objectId: null },
  commands,
  decide: { ReceiveStripeEvent: receive, ParkStripeEvent: park, ResolveStripeEvent: resolve },
  evolve: {
    StripeEventReceived: (state, { eventType, objectId }) => ({
      ...state,
      received: true,
      eventType,
      objectId,
    }),
    StripeEventParked: (state) => ({ ...state, parked: true }),
    StripeEventResolved: (state) => ({ ...state, resolved: true }),
  },
};
