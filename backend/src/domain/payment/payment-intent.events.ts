import { type EventsOf, event } from '../../kernel/event.js';
import { id } from '../../kernel/field.js';

/** The events of `paymentIntent-{id}`. */
export const paymentIntentEvents = {
  /** The provider's PaymentIntent belongs to our payment `reference`. */
  PaymentIntentLinked: event(
    {
      paymentIntentId: id,
      reference: id,
    },
    '{actor} linked {paymentIntentId} to {reference}.',
    { paymentIntentId: 'stripe', reference: 'payment' },
  ),
};

export type PaymentIntentEvents = EventsOf<typeof paymentIntentEvents>;
