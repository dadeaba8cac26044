import { Command } from '../../kernel/aggregate.js';
import type { UsernameEvents } from './username.events.js';

/** Assign a username to an account. */
export class ClaimUsername extends Command<UsernameEvents['UsernameClaimed']> {}
