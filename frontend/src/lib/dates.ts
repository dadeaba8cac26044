const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

/** A date as people write it, e.g. "21 November 2026", from an ISO text; in the reader's time zone. */
export function formatDate(iso: string): string {
  return day.format(new Date(iso));
}
