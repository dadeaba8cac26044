/** What is left of a span: whole days, hours, minutes and seconds, each below the next unit. */
export interface TimeLeft {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

/** The time from `now` (ms since 1970) to an instant (ISO text), rounded up to a second; undefined once it has come. */
export function timeLeft(until: string, now: number): TimeLeft | undefined {
  const total = Math.ceil((Date.parse(until) - now) / 1000);
  if (!(total > 0)) return undefined;
  return {
    days: Math.floor(total / 86_400),
    hours: Math.floor(total / 3600) % 24,
    minutes: Math.floor(total / 60) % 60,
    seconds: total % 60,
  };
}
