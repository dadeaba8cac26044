import { Button } from '../../../components/Button.tsx';
import { timeLeft } from '../../../lib/dates.ts';
import { useNow } from '../../../lib/use-now.ts';

/** From when on the end of a claim stands out, in milliseconds. */
const LATE = 60_000;

/** How long the post is still the admin's, and the button that keeps it for longer. */
export function ClaimClock({ until, onKeep }: { until: number; onKeep: () => void }) {
  const now = useNow('second');
  const { minutes = 0, seconds = 0 } = timeLeft(new Date(until).toISOString(), now) ?? {};
  const isLate = until - now <= LATE;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <p className={isLate ? 'font-semibold text-danger' : 'text-soft'}>
        Yours for{' '}
        <span role="timer" aria-label="Time left" className="tabular-nums">
          {`${minutes}:${String(seconds).padStart(2, '0')}`}
        </span>
      </p>
      <p role="status" className="sr-only">
        {isLate && 'The post goes back to the queue in less than a minute.'}
      </p>
      <Button look="secondary" className="min-h-10 px-3 text-[0.9375rem]" onClick={onKeep}>
        Keep for 10 Minutes
      </Button>
    </div>
  );
}
