import type { Reaction } from './reaction.js';
import { type StripeEventParts, recordObservation } from './stripe-events.js';

/**
 * Acts on objects of the payment provider that reconciliation has found, as `stripe-events.ts` does on the provider's
 * events: each is fetched as it is now, and what it shows is recorded in the stream of its payment.
 */
export function stripeObservations({
  commands,
  payments,
}: Pick<StripeEventParts, 'commands'> & {
  readonly payments: Pick<StripeEventParts['payments'], 'observe'>;
}): Reaction {
  return {
    name: 'stripe-observed',
    on: {
      StripeObjectObserved: async ({ data: { fetchId } }) => {
        for (const observation of await payments.observe(fetchId)) {
          await recordObservation(commands, observation);
        }
      },
    },
  };
}
