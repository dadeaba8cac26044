import type { Decider } from '../moderation/decisions.js';
import type { StripeObservedEvents } from './stripe-observed.events.js';

/** Record that an object of the payment provider has to be looked at. Idempotent by its id and state, and by the act. */
export type ObserveStripeObject = StripeObservedEvents['StripeObjectObserved'];

/** Settle a difference that was resolved outside Footnote. Idempotent by the act. `state` is that of the provider. */
export type SettleDifference = StripeObservedEvents['StripeDifferenceSettled'] & {
  state: string;
  decider: Decider;
};
