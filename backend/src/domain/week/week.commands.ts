import { Command } from '../../kernel/aggregate.js';
import type { WeekEvents } from './week.events.js';

/** Close a week that has ended by `now` (ISO 8601), with the standings as they are. */
export class CloseWeek extends Command<WeekEvents['WeekClosed'] & { now: string }> {}
