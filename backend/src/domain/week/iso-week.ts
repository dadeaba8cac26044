/** The time zone that decides when a week starts and ends, as an IANA name. */
export class Calendar {
  constructor(readonly timeZone: string) {}
}

const DAY = 86_400_000;

/**
 * The ISO week, e.g. `2026-W47`, of an instant in `timeZone` (an IANA name). Weeks run from Monday 00:00 to
 * Sunday 24:00 local time.
 */
export function weekOf(instant: Date, timeZone: string): string {
  const date = localMidnight(instant, timeZone);
  // An ISO week belongs to the year of its Thursday.
  const thursday = new Date(date + (4 - isoDay(date)) * DAY);
  const firstOfYear = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const week = Math.floor((thursday.getTime() - firstOfYear) / (7 * DAY)) + 1;
  return `${String(thursday.getUTCFullYear()).padStart(4, '0')}-W${String(week).padStart(2, '0')}`;
}

/** The first instant of a week and the first instant after it. @throws for anything that is not an ISO week */
export function boundsOf(week: string, timeZone: string): { startsAt: Date; endsAt: Date } {
  const match = /^(\d{4})-W(\d{2})$/.exec(week);
  if (!match) throw new Error(`not an ISO week: ${week}`);
  const fourth = Date.UTC(Number(match[1]), 0, 4);
  const monday = fourth + (1 - isoDay(fourth) + (Number(match[2]) - 1) * 7) * DAY;
  const bounds = { startsAt: instantOf(monday, timeZone), endsAt: instantOf(monday + 7 * DAY, timeZone) };
  if (weekOf(bounds.startsAt, timeZone) !== week) throw new Error(`there is no week ${week}`);
  return bounds;
}

/** All weeks from `first` on that have ended by `instant`, oldest first. @throws when `first` is not an ISO week */
export function weeksEndedBy(instant: Date, first: string, timeZone: string): string[] {
  const weeks: string[] = [];
  for (let week = first; ;) {
    const { endsAt } = boundsOf(week, timeZone);
    if (endsAt > instant) return weeks;
    weeks.push(week);
    week = weekOf(endsAt, timeZone);
  }
}

function isoDay(date: number): number {
  return new Date(date).getUTCDay() || 7;
}

/** The local time in `timeZone`, encoded as if it were UTC, in milliseconds. */
function wallClock(instant: Date, timeZone: string): number {
  const parts = formatter(timeZone).formatToParts(instant);
  const field = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value ?? 0);
  return (
    Date.UTC(
      field('year'),
      field('month') - 1,
      field('day'),
      field('hour'),
      field('minute'),
      field('second'),
    ) + instant.getUTCMilliseconds()
  );
}

function localMidnight(instant: Date, timeZone: string): number {
  const wall = wallClock(instant, timeZone);
  return wall - (((wall % DAY) + DAY) % DAY);
}

/** The first instant whose local time in `timeZone` is `wall` or, if the clocks skip it, the first instant after. */
function instantOf(wall: number, timeZone: string): Date {
  const offset = (at: number) => wallClock(new Date(at), timeZone) - at;
  const before = wall - offset(wall - DAY);
  const after = wall - offset(wall + DAY);
  const candidates = [Math.min(before, after), Math.max(before, after)];
  const exact = candidates.find((at) => at + offset(at) === wall);
  return new Date(exact ?? Math.max(before, after));
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string): Intl.DateTimeFormat {
  let known = formatters.get(timeZone);
  if (!known) {
    known = new Intl.DateTimeFormat('en-US-u-ca-iso8601', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formatters.set(timeZone, known);
  }
  return known;
}
