import type { StripeEventEvents } from './stripe-event.events.js';

/** Store an event of the payment provider. Idempotent by its id. */
export type ReceiveStripeEvent = StripeEventEvents['StripeEventReceived'];

/** Set an event aside for an admin. Idempotent. */
export type ParkStripeEvent = StripeEventEvents['StripeEventParked'];

/** Settle a parked event. Idempotent by the act. */
export type ResolveStripeEvent = StripeEventEvents['StripeEventResolved'];
