import type { Aggregate, EventOf } from '../../kernel/aggregate.js';
import * as commands from './stripe-observed.commands.js';
import type { StripeObservedEvents } from './stripe-observed.events.js';

const observe = (
  seen: commands.ObserveStripeObject['data'],
  { observed }: { readonly observed: boolean },
): EventOf<StripeObservedEvents>[] => (observed ? [] : [{ type: 'StripeObjectObserved', data: seen }]);

/** An object of the payment provider in one state, recorded once. */
export const stripeObserved: Aggregate<
  { readonly observed: boolean },
  StripeObservedEvents,
  typeof commands
> = {
  category: 'stripeObserved',
  id: ({ objectId, state }) => `${objectId}-${state}`,
  initial: { observed: false },
  commands,
  decide: { ObserveStripeObject: observe },
  evolve: { StripeObjectObserved: () => ({ observed: true }) },
};
