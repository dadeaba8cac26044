import type { Catalogue } from '../../kernel/event.js';

/** The events of `paymentIntent-{id}`. */
export interface PaymentIntentEvents {
  /** The provider's PaymentIntent belongs to our payment `reference`. */
  PaymentIntentLinked: { paymentIntentId: string; reference: string };
}

export const paymentIntentEvents: Catalogue<PaymentIntentEvents> = {
  PaymentIntentLinked: {
    version: 1,
    trail: {
      says: '{actor} linked {paymentIntentId} to {reference}.',
      about: { paymentIntentId: 'stripe', reference: 'payment' },
    },
  },
};
