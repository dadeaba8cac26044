import { formatDate, relativeTime } from '../lib/dates.ts';
import { useNow } from '../lib/use-now.ts';

/** How long ago something was, updated every minute; the date is its tooltip. */
export function RelativeTime({ iso, className = '' }: { iso: string; className?: string }) {
  const now = useNow('minute');
  return (
    <time dateTime={iso} title={formatDate(iso)} className={className}>
      {relativeTime(iso, now)}
    </time>
  );
}
