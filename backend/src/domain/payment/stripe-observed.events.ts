import { type EventsOf, event } from '../../kernel/event.js';
import { id, oneOf, text } from '../../kernel/field.js';
import { Money } from '../money.js';

/** The events of `stripeObserved-{objectId}-{state}`. */
export const stripeObservedEvents = {
  /**
   * Reconciliation found an object at the payment provider that differs from the log and is too old for the provider's
   * events. It is a notice: a reaction fetches the object.
   */
  StripeObjectObserved: event({
    version: 1,
    data: {
      /** The charge, refund or dispute. */
      objectId: id,
      /** Its state at the provider, such as `paid`, `succeeded` or `lost`. */
      state: text,
      kind: oneOf('charge', 'refund', 'dispute'),
      /** Our reference of the payment. */
      reference: id,
      amount: Money,
      /** What to fetch: the checkout session or payment intent of a charge, otherwise the object itself. */
      fetchId: id,
    },
    trail: {
      says: '{actor} found {objectId} of {amount|money} for {reference} at Stripe in a state that the log did not know: {state|words}.',
      about: { objectId: 'stripe', fetchId: 'stripe', reference: 'payment' },
    },
  }),
};

export type StripeObservedEvents = EventsOf<typeof stripeObservedEvents>;
