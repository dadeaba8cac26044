import type { StripeEventFields } from '../../domain/payment/stripe-event.js';
import { projection } from '../projection.js';

/** An event of the payment provider, under its id. */
export interface StripeEventDocument {
  readonly eventType: string;
  readonly objectId: string | null;
  /** The PaymentIntent that its object belongs to; without one, the object. */
  readonly about: string | null;
  /** Why it could not be acted on; null for any other. */
  readonly reason: string | null;
  /** ISO 8601: since when it waits for an admin; null while it does not. */
  readonly parkedAt: string | null;
}

const eventIdOf = ({ data }: { readonly data: { readonly stripeEventId: string } }) => [data.stripeEventId];

export const stripeEvents = projection<StripeEventDocument>({
  name: 'stripe-events',
  version: 1,
  indexes: [{ fields: { about: 1 } }, { fields: { parkedAt: 1 } }],
  on: {
    StripeEventReceived: {
      ids: eventIdOf,
      fold: (_, { data: { eventType, objectId, fields } }) => ({
        eventType,
        objectId,
        about: intentIn(fields) ?? objectId,
        reason: null,
        parkedAt: null,
      }),
    },
    StripeEventParked: {
      ids: eventIdOf,
      fold: (event, { data: { reason }, metadata }) => event && { ...event, reason, parkedAt: metadata.at },
    },
    StripeEventResolved: { ids: eventIdOf, fold: (event) => event && { ...event, parkedAt: null } },
  },
});

/** The PaymentIntent that the fields of an event name; null for none. */
export function intentIn(fields: StripeEventFields): string | null {
  const { payment_intent: intent } = fields;
  return typeof intent === 'string' ? intent : null;
}
