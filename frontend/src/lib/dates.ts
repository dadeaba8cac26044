const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** A date where there is little room, e.g. "21 Nov 2026"; in the reader's time zone. */
export function formatShortDate(iso: string): string {
  return shortDay.format(new Date(iso));
}

/** A date as people write it, e.g. "21 November 2026", from an ISO text; in the reader's time zone. */
export function formatDate(iso: string): string {
  return day.format(new Date(iso));
}

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

/** The time of day that tells apart what was on one day, e.g. "20:49:07"; in the reader's time zone. */
export function formatTime(iso: string): string {
  return time.format(new Date(iso));
}

/** A moment, e.g. "21 November 2026 at 20:49:07"; in the reader's time zone. */
export function formatMoment(iso: string): string {
  return `${formatDate(iso)} at ${formatTime(iso)}`;
}
