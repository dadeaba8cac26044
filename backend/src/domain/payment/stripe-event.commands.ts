import { Command } from '../../kernel/aggregate.js';
import type { StripeEventEvents } from './stripe-event.events.js';

/** Store an event of the payment provider. Idempotent by its id. */
export class ReceiveStripeEvent extends Command<StripeEventEvents['StripeEventReceived']> {}

/** Set an event aside for an admin. Idempotent. */
export class ParkStripeEvent extends Command<StripeEventEvents['StripeEventParked']> {}

/** Settle a parked event. Idempotent by the act. */
export class ResolveStripeEvent extends Command<StripeEventEvents['StripeEventResolved']> {}
