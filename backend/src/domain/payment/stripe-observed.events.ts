import { type EventsOf, event } from '../../kernel/event.js';
import { id, oneOf, text } from '../../kernel/field.js';
import { Money } from '../money.js';

/** The events of `stripeObserved-{objectId}-{state}`. */
export const stripeObservedEvents = {
  /**
   * An object at the payment provider has to be looked at: reconciliation found that it differs from the log and is too old
   * for the provider's events, or somebody came back from a checkout whose end the log does not know. It is a notice: a
   * reaction fetches the object.
   */
  StripeObjectObserved: event({
    version: 1,
    data: {
      /** The charge, refund or dispute; the checkout session for somebody who came back. */
      objectId: id,
      /** Its state at the provider, such as `paid`, `succeeded` or `lost`; `returned` for somebody who came back. */
      state: text,
      kind: oneOf('charge', 'refund', 'dispute'),
      /** Our reference of the payment. */
      reference: id,
      amount: Money,
      /** What to fetch: the checkout session or payment intent of a charge, otherwise the object itself. */
      fetchId: id,
    },
    trail: {
      says: '{actor} had {objectId} of {amount|money} for {reference} looked up at Stripe, as the log did not know this: {state|words}.',
      about: { objectId: 'stripe', fetchId: 'stripe', reference: 'payment' },
    },
  }),
};

export type StripeObservedEvents = EventsOf<typeof stripeObservedEvents>;
