import { Command } from '../../kernel/aggregate.js';
import type { StripeObservedEvents } from './stripe-observed.events.js';

/** Record that an object of the payment provider has to be looked at. Idempotent by its id and state. */
export class ObserveStripeObject extends Command<StripeObservedEvents['StripeObjectObserved']> {}
