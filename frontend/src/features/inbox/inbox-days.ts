import type { InboxEntry } from '../../api/generated/schema.d.ts';
import { lazily } from '../../lib/lazily.ts';

export interface InboxDay {
  /** In the reader's time zone, such as `2026-11-30`. */
  day: string;
  /** Those without a time first. */
  entries: readonly InboxEntry[];
}

// As in ISO 8601.
const dayFormat = lazily(() => new Intl.DateTimeFormat('sv-SE'));
const weekday = lazily(() => new Intl.DateTimeFormat('en-GB', { weekday: 'long' }));
const dayOfMonth = lazily(() => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' }));

const dayOf = (time: number): string => dayFormat().format(time);

/** Groups entries by day, the newest first. `now` is in milliseconds since 1970. */
export function inboxDays(entries: readonly InboxEntry[], now: number): InboxDay[] {
  const today = dayOf(now);
  const days = new Map<string, InboxEntry[]>();
  for (const entry of entries) {
    // What is known by day only is of a day in UTC, which may be that of tomorrow here.
    const day = entry.at === null ? [entry.day, today].toSorted()[0]! : dayOf(Date.parse(entry.at));
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days]
    .toSorted(([one], [other]) => (one < other ? 1 : -1))
    .map(([day, of]) => ({
      day,
      entries: of.toSorted((one, other) => Number(one.at !== null) - Number(other.at !== null)),
    }));
}

/** "Today", "Yesterday", or "Saturday, 28 November". */
export function dayTitle(day: string, now: number): string {
  if (day === dayOf(now)) return 'Today';
  const noon = new Date(`${day}T12:00`);
  const next = new Date(noon);
  next.setDate(noon.getDate() + 1);
  if (dayOf(next.getTime()) === dayOf(now)) return 'Yesterday';
  return `${weekday().format(noon)}, ${dayOfMonth().format(noon)}`;
}
