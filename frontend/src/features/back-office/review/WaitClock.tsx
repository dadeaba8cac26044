import { Tag } from '../../../components/Tag.tsx';
import { formatDuration } from '../../../lib/durations.ts';
import { useNow } from '../../../lib/use-now.ts';

interface WaitClockProps {
  /** When the oldest reason came, and when it should be decided, ISO 8601. */
  since: string;
  dueAt: string;
}

/** How long something waits for a decision, against its target, updated every minute. What is overdue stands out. */
export function WaitClock({ since, dueAt }: WaitClockProps) {
  const now = useNow('minute');
  const [start, due] = [Date.parse(since), Date.parse(dueAt)];
  const waited = `Waits ${formatDuration(now - start)}, target ${formatDuration(due - start)}`;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {now > due && (
        <span className="xl:whitespace-nowrap">
          <Tag look="danger">{`Overdue by ${formatDuration(now - due)}`}</Tag>
        </span>
      )}
      <span className="text-[0.9375rem] text-soft">{waited}</span>
    </span>
  );
}
