import { Command } from '../../kernel/aggregate.js';
import type { EmailEvents } from './email.events.js';

/** Assign an address to the account that verified it. */
export class ClaimEmail extends Command<EmailEvents['EmailClaimed']> {}

/** Release the address of a deleted account. */
export class ReleaseEmail extends Command<EmailEvents['EmailReleased']> {}
