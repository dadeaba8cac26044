import { formatDate, relativeTime } from '../lib/dates.ts';
import { useNow, useZone } from '../lib/use-now.ts';

/**
 * How long ago something was, updated every minute; the date is its tooltip, and its text in the page of the server, which may
 * be old. Where other things depend on its width, it needs one for both.
 */
export function RelativeTime({ iso, className = '' }: { iso: string; className?: string }) {
  const now = useNow('minute');
  const date = formatDate(iso, useZone());
  return (
    <time dateTime={iso} title={date} className={className}>
      {now === 0 ? date : relativeTime(iso, now)}
    </time>
  );
}
