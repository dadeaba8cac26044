import { Command } from '../../kernel/aggregate.js';
import type { StripeObservedEvents } from './stripe-observed.events.js';

/** Record an object of the payment provider that differs from the log. Idempotent by its id and state. */
export class ObserveStripeObject extends Command<StripeObservedEvents['StripeObjectObserved']> {}
