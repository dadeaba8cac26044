import { Command } from '../../kernel/aggregate.js';
import type { WeekEvents } from './week.events.js';

/** Close a week that has ended by `now` (ISO 8601), with its final standings. */
export class CloseWeek extends Command<WeekEvents['WeekClosed'] & { now: string }> {}
