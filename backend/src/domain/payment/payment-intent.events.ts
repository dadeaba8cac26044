import { type EventsOf, event } from '../../kernel/event.js';
import { id } from '../../kernel/field.js';

/** The events of `paymentIntent-{id}`. */
export const paymentIntentEvents = {
  /** The provider's PaymentIntent belongs to our payment `reference`. */
  PaymentIntentLinked: event({
    version: 1,
    data: {
      paymentIntentId: id,
      reference: id,
    },
    trail: {
      says: '{actor} linked {paymentIntentId} to {reference}.',
      about: { paymentIntentId: 'stripe', reference: 'payment' },
    },
  }),
};

export type PaymentIntentEvents = EventsOf<typeof paymentIntentEvents>;
