import type { Sqlite } from '../sqlite/sqlite.js';
import { pageFaults } from '../sqlite/store-files.js';

/** Positions or revisions, both included, that are missing between two that are there. */
export interface Gap {
  readonly first: number;
  readonly last: number;
}

/** Missing revisions of a stream. They were written between two positions. */
export interface StreamGap extends Gap {
  readonly stream: string;
  readonly after: number;
  readonly before: number;
}

/** The positions that are missing. Nothing removes events, so a log that is whole has all from 1 on. */
export function positionGaps(log: Sqlite): Gap[] {
  // Counting reads an index only, which is much smaller than the table.
  const whole = log.get<{ isWhole: number }>(
    'SELECT count(*) = ifnull(max(position), 0) AS isWhole FROM events',
  );
  if (whole?.isWhole === 1) return [];
  return log.all<Gap>(`
    SELECT earlier + 1 AS first, position - 1 AS last
    FROM (SELECT position, lag(position, 1, 0) OVER (ORDER BY position) AS earlier FROM events)
    WHERE position > earlier + 1`);
}

/** The revisions that are missing between others of their stream, or at its start. */
export function streamGaps(log: Sqlite): StreamGap[] {
  return log.all<StreamGap>(`
    SELECT stream, earlier + 1 AS first, revision - 1 AS last, since AS after, position AS before
    FROM (
      SELECT stream, revision, position, lag(revision, 1, -1) OVER w AS earlier, lag(position, 1, 0) OVER w AS since
      FROM events WINDOW w AS (PARTITION BY stream ORDER BY revision)
    )
    WHERE revision > earlier + 1`);
}

const MOST_NAMED = 5;

/** What is wrong with a log, in a few words; null if nothing is. Reads all of it. */
export function faultIn(log: Sqlite): string | null {
  const found = [
    ...pageFaults(log),
    ...positionGaps(log).map((gap) => `${named('event', gap)} missing`),
    ...streamGaps(log).map((gap) => `${named(`in ${gap.stream} revision`, gap)} missing`),
  ];
  if (found.length === 0) return null;
  const more = found.length > MOST_NAMED ? [`and ${found.length - MOST_NAMED} more`] : [];
  return [...found.slice(0, MOST_NAMED), ...more].join('; ');
}

function named(what: string, { first, last }: Gap): string {
  return first === last ? `${what} ${first} is` : `${what}s ${first} to ${last} are`;
}
