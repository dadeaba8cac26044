import { formatDate } from './dates.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const week = 7 * day;

const format = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/**
 * How long ago something was, as people say it: "Just now" under a minute, then whole minutes, hours and days, and from
 * seven days on the date. What seems to be still to come, as clocks differ, is "Just now" too.
 */
export function relativeTime(iso: string, now: number): string {
  const age = now - Date.parse(iso);
  if (age < minute) return 'Just now';
  if (age < hour) return format.format(-Math.floor(age / minute), 'minute');
  if (age < day) return format.format(-Math.floor(age / hour), 'hour');
  if (age < week) return format.format(-Math.floor(age / day), 'day');
  return formatDate(iso);
}
