import { Command } from '../../kernel/aggregate.js';
import type { Decider } from '../moderation/decisions.js';
import type { StripeObservedEvents } from './stripe-observed.events.js';

/** Record that an object of the payment provider has to be looked at. Idempotent by its id and state, and by the act. */
export class ObserveStripeObject extends Command<StripeObservedEvents['StripeObjectObserved']> {}

/** Settle a difference that was resolved outside Footnote. Idempotent by the act. `state` is that of the provider. */
export class SettleDifference extends Command<
  StripeObservedEvents['StripeDifferenceSettled'] & { state: string; decider: Decider }
> {}
