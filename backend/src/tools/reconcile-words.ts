import { UsageError } from './command-line.js';

/**
 * Reads the value of --since: a date, which starts in UTC, or a time with its zone.
 * @throws UsageError when it is missing, no such day or in the future
 */
export function sinceOf(text: string | undefined, now: Date): Date {
  if (text === undefined) throw new UsageError('--since is missing.');
  const day = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/.exec(text)?.[1];
  const time = new Date(text);
  // The 31st of June would become the 1st of July.
  if (day === undefined || Number.isNaN(time.getTime()) || !isDay(day)) {
    throw new UsageError(`This is not a date: ${text}`);
  }
  if (time > now) throw new UsageError('The date is in the future.');
  return time;
}

const isDay = (day: string) => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
