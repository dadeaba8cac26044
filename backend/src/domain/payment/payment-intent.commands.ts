import { Command } from '../../kernel/aggregate.js';
import type { PaymentIntentEvents } from './payment-intent.events.js';

/** Record which payment a PaymentIntent belongs to. Idempotent; the first reference stays. */
export class LinkPaymentIntent extends Command<PaymentIntentEvents['PaymentIntentLinked']> {}
