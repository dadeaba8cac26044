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
