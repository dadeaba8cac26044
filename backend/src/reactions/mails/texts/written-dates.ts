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

/** `Saturday, 21 November 2026`, in UTC. */
export function writtenDay(date: Date): string {
  const parts = new Map(DAY.formatToParts(date).map(({ type, value }) => [type, value]));
  return `${parts.get('weekday')}, ${parts.get('day')} ${parts.get('month')} ${parts.get('year')}`;
}

/** `Saturday, 21 November 2026, 09:30 UTC`. */
export function writtenMoment(date: Date): string {
  return `${writtenDay(date)}, ${TIME.format(date)} UTC`;
}
