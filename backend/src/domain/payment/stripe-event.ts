import { aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import type * as commands from './stripe-event.commands.js';
import { stripeEventEvents } from './stripe-event.events.js';

interface StripeEventState {
  readonly received: boolean;
  readonly parked: boolean;
  /** The act that has settled it; null before, and in older events. */
  readonly actId: string | null;
  readonly resolved: boolean;
}

const receive = (
  event: commands.ReceiveStripeEvent,
  { received }: StripeEventState,
): EventOf<typeof stripeEventEvents>[] => (received ? [] : [{ type: 'StripeEventReceived', data: event }]);

const park = (
  wish: commands.ParkStripeEvent,
  { received, parked }: StripeEventState,
): EventOf<typeof stripeEventEvents>[] =>
  received && !parked ? [{ type: 'StripeEventParked', data: wish }] : [];

const resolve = (
  wish: commands.ResolveStripeEvent,
  { received, parked, resolved, actId }: StripeEventState,
): EventOf<typeof stripeEventEvents>[] => {
  if (resolved && actId === wish.actId) return [];
  if (!received) throw new Rejected('notFound', `There is no event ${wish.stripeEventId}.`);
  if (!parked || resolved) throw new Rejected('conflict', 'This event is not parked.');
  return [{ type: 'StripeEventResolved', data: wish }];
};

type Key = commands.ReceiveStripeEvent | commands.ParkStripeEvent | commands.ResolveStripeEvent;

const initial: StripeEventState = { received: false, parked: false, resolved: false, actId: null };

/** An event of the payment provider, stored once. */
export const StripeEvent = aggregate('stripeEvent', {
  id: ({ stripeEventId }: Key) => stripeEventId,
  initial,
  events: stripeEventEvents,
}).rules({
  evolve: {
    StripeEventReceived: (state) => ({ ...state, received: true }),
    StripeEventParked: (state) => ({ ...state, parked: true }),
    StripeEventResolved: (state, { actId }) => ({ ...state, resolved: true, actId }),
  },
  decide: { ReceiveStripeEvent: receive, ParkStripeEvent: park, ResolveStripeEvent: resolve },
});
