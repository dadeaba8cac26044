import type { EmailEvents } from './email.events.js';

/** Assign an address to the account that verified it. */
export type ClaimEmail = EmailEvents['EmailClaimed'];

/** Release the address of a deleted account. */
export type ReleaseEmail = EmailEvents['EmailReleased'];
