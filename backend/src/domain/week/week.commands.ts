import type { WeekEvents } from './week.events.js';

/** Record the next standings of a week that is about to be closed. The standings that begin with rank 1 begin a closing. */
export type RankWeek = WeekEvents['WeekRanked'];

/** Close a week that has ended by `now` (ISO 8601), with all its standings recorded. */
export type CloseWeek = WeekEvents['WeekClosed'] & { now: string };

/** Undo the closing of a week. The next one counts everything that is there by then. */
export type ReopenWeek = Pick<WeekEvents['WeekReopened'], 'week'>;

/** Undo this closing of a week, so that a recount as of then can close it. */
export type ReopenForRecount = Pick<WeekEvents['WeekReopened'], 'week' | 'closing'> & { reason: string };
