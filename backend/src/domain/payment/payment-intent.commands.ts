import type { PaymentIntentEvents } from './payment-intent.events.js';

/** Record which payment a PaymentIntent belongs to. Idempotent; the first reference stays. */
export type LinkPaymentIntent = PaymentIntentEvents['PaymentIntentLinked'];
