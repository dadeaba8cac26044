import { counted } from './wording.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A duration in milliseconds in its two largest units, e.g. "6 days 3 hours"; at least a minute. */
export function formatDuration(duration: number): string {
  const whole = Math.max(duration, minute);
  const parts = [
    [Math.floor(whole / day), 'day'],
    [Math.floor(whole / hour) % 24, 'hour'],
    [Math.floor(whole / minute) % 60, 'minute'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => counted(count, unit))
    .join(' ');
}
