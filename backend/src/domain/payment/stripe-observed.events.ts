import type { Catalogue } from '../../kernel/event.js';
import type { Money } from '../money.js';

/** The events of `stripeObserved-{objectId}-{state}`. */
export interface StripeObservedEvents {
  /**
   * Reconciliation found an object at the payment provider that differs from the log and is too old for the provider's
   * events. It is a notice: a reaction fetches the object.
   */
  StripeObjectObserved: {
    /** The charge, refund or dispute. */
    objectId: string;
    /** Its state at the provider, such as `paid`, `succeeded` or `lost`. */
    state: string;
    kind: 'charge' | 'refund' | 'dispute';
    /** Our reference of the payment. */
    reference: string;
    amount: Money;
    /** What to fetch: the checkout session or payment intent of a charge, otherwise the object itself. */
    fetchId: string;
  };
}

export const stripeObservedEvents: Catalogue<StripeObservedEvents> = {
  StripeObjectObserved: {
    version: 1,
    trail: {
      says: '{actor} found {objectId} of {amount|money} for {reference} at Stripe in a state that the log did not know: {state|words}.',
      about: { objectId: 'stripe', fetchId: 'stripe', reference: 'payment' },
    },
  },
};
