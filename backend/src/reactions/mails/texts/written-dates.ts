const DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const TIME = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** The day of an ISO 8601 time: `Saturday, 21 November 2026`, in UTC. */
export function writtenDay(at: string): string {
  const parts = new Map(DAY.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
  return `${parts.get('weekday')}, ${parts.get('day')} ${parts.get('month')} ${parts.get('year')}`;
}

/** The same with the time: `Saturday, 21 November 2026, 09:30 UTC`. */
export function writtenMoment(at: string): string {
  return `${writtenDay(at)}, ${TIME.format(new Date(at))} UTC`;
}
