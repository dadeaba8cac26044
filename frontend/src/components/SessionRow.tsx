import { formatDate, formatMoment } from '../lib/dates.ts';
import { Button } from './Button.tsx';
import { RelativeTime } from './RelativeTime.tsx';

export interface ShownSession {
  id: string;
  device: string;
  /** The country; null if unknown. */
  place: string | null;
  /** The network; null if unknown. */
  address: string | null;
  createdAt: string;
  lastUsedAt: string;
  isCurrent: boolean;
}

interface SessionRowProps {
  session: ShownSession;
  isEnding: boolean;
  onEnd: () => void;
}

/** A session in a list, with a button that ends it unless it is the one of this device. */
export function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { device, place: location, address, createdAt, lastUsedAt, isCurrent } = session;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3 py-4">
      <div className="min-w-0">
        <p className="font-semibold">{device}</p>
        <p className="text-[0.9375rem] break-words text-soft">
          {[location, address].filter(Boolean).join(' · ') || 'Location unknown'}
        </p>
        <p className="text-[0.9375rem] text-soft">
          Last used <RelativeTime iso={lastUsedAt} /> · signed in on {formatDate(createdAt)}
        </p>
      </div>
      {isCurrent ? (
        <p className="rounded-full bg-wash px-3 py-1 text-sm font-bold">This device</p>
      ) : (
        <Button
          look="secondary"
          busy={isEnding}
          onClick={onEnd}
          // With date and time, because one browser may have several sessions.
          aria-label={`Sign out ${device}, signed in on ${formatMoment(createdAt)}`}
        >
          Sign Out
        </Button>
      )}
    </li>
  );
}
