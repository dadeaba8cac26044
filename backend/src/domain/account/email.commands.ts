import { Command } from '../../kernel/aggregate.js';
import type { EmailEvents } from './email.events.js';

/** Take an address for an account that has proved it. */
export class ClaimEmail extends Command<EmailEvents['EmailClaimed']> {}

/** Give the address of an account that is gone free again. */
export class ReleaseEmail extends Command<EmailEvents['EmailReleased']> {}
