import { useSession } from '../../api/session.ts';
import { usePendingRating } from '../../api/use-pending-rating.ts';
import { WaitingRating } from '../../components/WaitingRating.tsx';

export interface PendingRatingProps {
  /** What becomes of it. */
  text?: string;
}

/** Shows on the way to posting which rating waits, if one does. */
export function PendingRating({ text }: PendingRatingProps) {
  const { user } = useSession();
  const { pending } = usePendingRating(user);
  return (
    pending && (
      <div className="mb-6">
        <WaitingRating rating={pending} label="Saved rating" state="is waiting." text={text} />
      </div>
    )
  );
}
