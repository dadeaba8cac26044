import type { Reaction } from '../reaction.js';
import { type RecordingParts, askingAlone, recordObservation } from './provider-objects.js';
import type { StripeEventParts } from './stripe-events.js';

/**
 * Acts on objects of the payment provider that reconciliation has found, as `stripe-events.ts` does on the provider's
 * events: each is fetched as it is now, and what it shows is recorded in the stream of its payment.
 */
export function stripeObservations(
  parts: RecordingParts & { readonly payments: Pick<StripeEventParts['payments'], 'observe' | 'probe'> },
): Reaction {
  const { payments } = parts;
  return {
    name: 'stripe-observed',
    on: {
      StripeObjectObserved: async ({ data: { fetchId } }) => {
        for (const observation of await askingAlone(payments, () => payments.observe(fetchId))) {
          await recordObservation(parts, observation);
        }
      },
    },
  };
}
