import { formatDate, relativeTime } from '../lib/dates.ts';
import { useNow } from '../lib/use-now.ts';

/** How long ago something was; keeps up while it is looked at, and tells the date to a pointer that rests on it. */
export function RelativeTime({ iso, className = '' }: { iso: string; className?: string }) {
  const now = useNow('minute');
  return (
    <time dateTime={iso} title={formatDate(iso)} className={className}>
      {relativeTime(iso, now)}
    </time>
  );
}
