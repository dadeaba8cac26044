import { Command } from '../../kernel/aggregate.js';
import type { NoticeEvents } from './notice.events.js';

/**
 * Tell a person what has happened at a post, at `at` (ISO 8601). `notices` is how many they were sent about it so
 * far, as far as the sender knows.
 */
export class NotifyActivity extends Command<NoticeEvents['ActivityNotified'] & { notices: number }> {}
