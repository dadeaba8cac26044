import { lazily } from './lazily.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const week = 7 * day;

/** A time zone: UTC, which the server writes, or undefined for the reader's. */
export type Zone = 'UTC' | undefined;

/** A formatter of ISO texts for both zones. */
function zoned(options: Intl.DateTimeFormatOptions): (iso: string, zone?: Zone) => string {
  const local = lazily(() => new Intl.DateTimeFormat('en-GB', options));
  const utc = lazily(() => new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }));
  return (iso, zone) => (zone ? utc : local)().format(new Date(iso));
}

const longDate = zoned({ day: 'numeric', month: 'long', year: 'numeric' });
const shortDate = zoned({ day: 'numeric', month: 'short', year: 'numeric' });
const time = zoned({ timeStyle: 'medium' });
const minuteOfDay = zoned({ hour: '2-digit', minute: '2-digit' });

/** A short date, e.g. "21 Nov 2026", from an ISO text; in the reader's time zone. */
export function formatShortDate(iso: string): string {
  return shortDate(iso);
}

/** A date, e.g. "21 November 2026", from an ISO text. */
export function formatDate(iso: string, zone?: Zone): string {
  return longDate(iso, zone);
}

/** A time of day, e.g. "20:49:07", from an ISO text; in the reader's time zone. */
export function formatTime(iso: string): string {
  return time(iso);
}

/** The same without seconds, e.g. "20:49". */
export function formatMinuteOfDay(iso: string): string {
  return minuteOfDay(iso);
}

/** A date and time, e.g. "21 November 2026 at 20:49:07", from an ISO text. */
export function formatMoment(iso: string, zone?: Zone): string {
  return `${formatDate(iso, zone)} at ${time(iso, zone)}`;
}

/** A date and time without seconds, e.g. "21 November 2026 at 20:49", from an ISO text. */
export function formatMinute(iso: string, zone?: Zone): string {
  return `${formatDate(iso, zone)} at ${minuteOfDay(iso, zone)}`;
}

const ago = lazily(() => new Intl.RelativeTimeFormat('en', { numeric: 'always' }));

/**
 * How long ago something was: "Just now" under a minute, then whole minutes, hours and days, and the date from seven
 * days on. A time in the future, which a wrong clock can cause, is "Just now" too.
 */
export function relativeTime(iso: string, now: number): string {
  const age = now - Date.parse(iso);
  if (age < minute) return 'Just now';
  if (age < hour) return ago().format(-Math.floor(age / minute), 'minute');
  if (age < day) return ago().format(-Math.floor(age / hour), 'hour');
  if (age < week) return ago().format(-Math.floor(age / day), 'day');
  return formatDate(iso);
}

/** A duration in whole days, hours, minutes and seconds, each below the next unit. */
export interface TimeLeft {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

/** The time from `now` (ms since 1970) to an instant (ISO text), rounded up to a second; undefined once it has passed. */
export function timeLeft(until: string, now: number): TimeLeft | undefined {
  const total = Math.ceil((Date.parse(until) - now) / second);
  if (!(total > 0)) return undefined;
  return {
    days: Math.floor(total / 86_400),
    hours: Math.floor(total / 3600) % 24,
    minutes: Math.floor(total / 60) % 60,
    seconds: total % 60,
  };
}

const weekName = /^(\d{4})-W(\d{2})$/;

/** The Monday of an ISO week such as `2026-W47`, as midnight in UTC; undefined for any other text. */
export function mondayOf(isoWeek: string): Date | undefined {
  const match = weekName.exec(isoWeek);
  if (!match) return undefined;
  // The fourth of January is always in the first week.
  const fourth = Date.UTC(Number(match[1]), 0, 4);
  const first = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * day;
  const monday = new Date(first + (Number(match[2]) - 1) * week);
  return weekOf(monday) === isoWeek ? monday : undefined;
}

/** The ISO week `count` weeks after another (before it, if negative); undefined if `isoWeek` is not a week. */
export function weekAfter(isoWeek: string, count: number): string | undefined {
  const monday = mondayOf(isoWeek);
  return monday && weekOf(new Date(monday.getTime() + count * week));
}

/**
 * The days of an ISO week, e.g. "9–15 November 2026"; the text itself if it is not a week. Not by `formatRange`, whose
 * spaces differ between browsers and the server.
 */
export function weekDays(isoWeek: string): string {
  const monday = mondayOf(isoWeek);
  if (!monday) return isoWeek;
  const first = formatDate(monday.toISOString(), 'UTC').split(' ');
  const last = formatDate(new Date(monday.getTime() + 6 * day).toISOString(), 'UTC').split(' ');
  if (first[1] === last[1]) return `${first[0]}–${last.join(' ')}`;
  return `${(first[2] === last[2] ? first.slice(0, 2) : first).join(' ')} – ${last.join(' ')}`;
}

/** The number of an ISO week in its year, e.g. 47 for `2026-W47`. */
export function weekNumber(isoWeek: string): number {
  return Number(isoWeek.slice(6));
}

/** The ISO week that begins on a Monday. */
function weekOf(monday: Date): string {
  // A week belongs to the year of its Thursday.
  const thursday = new Date(monday.getTime() + 3 * day);
  const year = thursday.getUTCFullYear();
  const number = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / week) + 1;
  return `${String(year).padStart(4, '0')}-W${String(number).padStart(2, '0')}`;
}
