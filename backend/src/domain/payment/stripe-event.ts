import { type Aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import * as commands from './stripe-event.commands.js';
import type { StripeEventEvents } from './stripe-event.events.js';

interface StripeEventState {
  readonly received: boolean;
  readonly parked: boolean;
  /** The act that has settled it; null before, and in older events. */
  readonly actId: string | null;
  readonly resolved: boolean;
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
  { received, parked, resolved, actId }: StripeEventState,
): EventOf<StripeEventEvents>[] => {
  if (resolved && actId === wish.actId) return [];
  if (!received) throw new Rejected('notFound', `There is no event ${wish.stripeEventId}.`);
  if (!parked || resolved) throw new Rejected('conflict', 'This event is not parked.');
  return [{ type: 'StripeEventResolved', data: wish }];
};

/** An event of the payment provider, stored once. */
export const stripeEvent: Aggregate<StripeEventState, StripeEventEvents, typeof commands> = {
  category: 'stripeEvent',
  id: ({ stripeEventId }) => stripeEventId,
  initial: { received: false, parked: false, resolved: false, actId: null },
  commands,
  decide: { ReceiveStripeEvent: receive, ParkStripeEvent: park, ResolveStripeEvent: resolve },
  evolve: {
    StripeEventReceived: (state) => ({ ...state, received: true }),
    StripeEventParked: (state) => ({ ...state, parked: true }),
    StripeEventResolved: (state, { actId }) => ({ ...state, resolved: true, actId }),
  },
};
