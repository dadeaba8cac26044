import type { Command } from '../../kernel/aggregate.js';
import type { EventsOf, Recorded } from '../../kernel/event.js';
import { type Standing, Week } from './week.js';

type Events = EventsOf<typeof Week.events>;

/** How many ranks one event records, so that no append grows too large. */
const RANKS_AN_EVENT = 1000;

/** The commands that close a week with these standings, in order. */
export function commandsToClose(
  facts: Omit<Parameters<typeof Week.CloseWeek>[0], 'ranks'>,
  standings: readonly Standing[],
): readonly Command<object>[] {
  const { week, closing } = facts;
  const parts: ReturnType<typeof Week.RankWeek>[] = [];
  for (let first = 0; first < standings.length; first += RANKS_AN_EVENT) {
    const ranked = standings.slice(first, first + RANKS_AN_EVENT);
    parts.push(Week.RankWeek({ week, closing, standings: ranked }));
  }
  return [...parts, Week.CloseWeek({ ...facts, ranks: standings.length })];
}

export interface Closings {
  /** The latest closing, also if it was undone; null before the first one. */
  readonly latest: Events['WeekClosed'] | null;
  readonly isClosed: boolean;
  /**
   * Where the log ends for a recount of the present closing, or for the next closing of a week that was reopened for a
   * recount: the first event that does not count. Null for an open week whose next closing counts everything.
   */
  readonly before: number | null;
}

/** @param events all of the stream of a week */
export function closingsIn(events: readonly Recorded[]): Closings {
  /** The position of the first event of each closing. */
  const begun = new Map<string, number>();
  let latest: Events['WeekClosed'] | null = null;
  let isClosed = false;
  let asOf: string | null = null;
  for (const { type, data, position } of events) {
    if (type === 'WeekReopened') {
      ({ asOf } = data as Events['WeekReopened']);
      isClosed = false;
      continue;
    }
    const { closing } = data as Events['WeekRanked'];
    if (!begun.has(closing)) begun.set(closing, position);
    isClosed = type === 'WeekClosed';
    if (isClosed) latest = data as Events['WeekClosed'];
  }
  const counted = asOf ?? (isClosed ? latest?.closing : null);
  return { latest, isClosed, before: begun.get(counted ?? '') ?? null };
}
