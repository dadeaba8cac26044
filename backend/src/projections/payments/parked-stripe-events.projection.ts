import { projection } from '../projection.js';

/** An event of the payment provider that an admin has to look at, under its id; gone once it is settled. */
export interface ParkedStripeEvent {
  readonly reason: string;
  /** ISO 8601. */
  readonly parkedAt: string;
}

export const parkedStripeEvents = projection<ParkedStripeEvent>({
  name: 'parked-stripe-events',
  version: 1,
  indexes: [{ fields: { parkedAt: 1 } }],
  on: {
    StripeEventParked: {
      ids: ({ data: { stripeEventId } }) => [stripeEventId],
      fold: (_, { data: { reason }, metadata }) => ({ reason, parkedAt: metadata.at }),
    },
    StripeEventResolved: { ids: ({ data: { stripeEventId } }) => [stripeEventId], fold: () => null },
  },
});
