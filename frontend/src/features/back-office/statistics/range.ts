import type { ListSearch } from '../../../lib/list-search.ts';

const DAY_MS = 86_400_000;

/** The days of the statistics, in UTC, and how they are grouped. */
export interface Range {
  from: string;
  to: string;
  by: 'day' | 'week';
}

/** The day in UTC that is so many days ago. */
function dayAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}

/** The last days up to today, by day or by week. */
export function lastDays(days: number, by: Range['by']): Range {
  return { from: dayAgo(days - 1), to: dayAgo(0), by };
}

/** The range of the address; the last 30 days by day if it has none. */
export function rangeOf({ from, to, by }: ListSearch): Range {
  const usual = lastDays(30, 'day');
  return { from: from ?? usual.from, to: to ?? usual.to, by: by === 'week' ? 'week' : 'day' };
}
