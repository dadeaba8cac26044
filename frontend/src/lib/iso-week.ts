const day = 86_400_000;
const pattern = /^(\d{4})-W(\d{2})$/;

/** The Monday of an ISO week such as `2026-W47`, as midnight in UTC; undefined for anything that is none. */
export function mondayOf(week: string): Date | undefined {
  const match = pattern.exec(week);
  if (!match) return undefined;
  // The fourth of January is always in the first week.
  const fourth = Date.UTC(Number(match[1]), 0, 4);
  const first = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * day;
  const monday = new Date(first + (Number(match[2]) - 1) * 7 * day);
  return nameOf(monday) === week ? monday : undefined;
}

/** The ISO week so many weeks after another (before it, when negative); undefined when `week` is none. */
export function weekAfter(week: string, count: number): string | undefined {
  const monday = mondayOf(week);
  return monday && nameOf(new Date(monday.getTime() + count * 7 * day));
}

/** The days of an ISO week as people write them, e.g. "9–15 November 2026"; the name itself when it is none. */
export function weekDays(week: string): string {
  const monday = mondayOf(week);
  return monday ? range.formatRange(monday, monday.getTime() + 6 * day) : week;
}

const range = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** The name of the week that begins on a Monday. */
function nameOf(monday: Date): string {
  // A week belongs to the year of its Thursday.
  const thursday = new Date(monday.getTime() + 3 * day);
  const year = thursday.getUTCFullYear();
  const number = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * day)) + 1;
  return `${String(year).padStart(4, '0')}-W${String(number).padStart(2, '0')}`;
}
