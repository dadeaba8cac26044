import { Command } from '../../kernel/aggregate.js';
import type { UsernameEvents } from './username.events.js';

/** Take a username for an account. */
export class ClaimUsername extends Command<UsernameEvents['UsernameClaimed']> {}
