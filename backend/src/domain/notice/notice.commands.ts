import type { NoticeEvents } from './notice.events.js';

/**
 * Notify a person of the activity at a post, at `at` (ISO 8601). `notices` is the number of notices about this post
 * that the sender knows of; the command does nothing if there have been more.
 */
export type NotifyActivity = NoticeEvents['ActivityNotified'] & { notices: number };
