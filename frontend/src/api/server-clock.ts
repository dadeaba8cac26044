let latest = 0;

/** How far this clock is ahead of the server's by a response, in milliseconds; undefined if it carries no date. */
export function aheadOf(response: Response): number | undefined {
  const given = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(given) ? undefined : Date.now() - given;
}

/** Compares this clock with the date of a response, if it carries one. */
export function noteClock(response: Response): void {
  latest = aheadOf(response) ?? latest;
}

/** Compares this clock with a time (ISO 8601) that the server has just sent. */
export function noteServerTime(now: string): void {
  latest = Date.now() - Date.parse(now);
}

/** How far this clock was ahead of the server's when the last response came, in milliseconds. */
export function latestAhead(): number {
  return latest;
}
