const DAY_MS = 86_400_000;
const DAY_LENGTH = 10;
/** 1970-01-01 was a Thursday. */
const DAYS_TO_THURSDAY = 3;

/** The day of a time in ISO 8601, in UTC: `2026-11-25`. */
export function dayOf(at: string): string {
  return at.slice(0, DAY_LENGTH);
}

/** The Monday of the week of a time or a day, in UTC. Weeks of statistics are named by it, because it sorts and adds up. */
export function mondayOf(at: string): string {
  const days = Date.parse(dayOf(at)) / DAY_MS;
  return dayAfter(at, -((days + DAYS_TO_THURSDAY) % 7));
}

/** The day so many days after a time or a day. */
export function dayAfter(at: string, days: number): string {
  return dayOf(new Date(Date.parse(dayOf(at)) + days * DAY_MS).toISOString());
}
