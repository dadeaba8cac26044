import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Coffee } from 'lucide-react';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { Button } from '../../../components/Button.tsx';
import { readStored, writeStored } from '../../../lib/storage.ts';
import { useNow } from '../../../lib/use-now.ts';
import { adminQuery } from '../session/admin.queries.ts';
import { isBreakDue, type ReviewTime, reviewTimeAt } from './review-time.ts';

const schema = v.object({ since: v.number(), seen: v.number() });
const storage = (): Storage => window.sessionStorage;

function stored(key: string): ReviewTime | undefined {
  try {
    return v.parse(schema, JSON.parse(readStored(storage, key) ?? ''));
  } catch {
    return undefined;
  }
}

/** How long the admin has reviewed in this tab, which a reload does not end; and how to start over. */
function useReviewTime(): { isDue: boolean; startOver: () => void } {
  const { data: admin } = useQuery(adminQuery);
  const key = `back-office:${admin?.id}:sitting`;
  const now = useNow('second');
  const [time, setTime] = useState(() => reviewTimeAt(stored(key), now));
  const current = reviewTimeAt(time, now);
  if (current.since !== time.since || current.seen - time.seen >= 1000) setTime(current);
  useEffect(() => writeStored(storage, key, JSON.stringify(current)));
  return { isDue: isBreakDue(current, now), startOver: () => setTime({ since: now, seen: now }) };
}

/** Suggests a break after 30 minutes of reviewing, and again 30 minutes after the admin goes on. */
export function BreakBanner() {
  const navigate = useNavigate();
  const { isDue, startOver } = useReviewTime();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-10 grid justify-items-center"
    >
      {isDue && (
        <div className="pointer-events-auto flex w-full max-w-2xl animate-rise flex-wrap items-center gap-x-4 gap-y-3 rounded-card border-[1.5px] border-ink bg-sheet px-5 py-4 shadow-lift">
          <Coffee aria-hidden className="size-6 shrink-0 text-accent" />
          <div className="min-w-52 grow basis-0">
            <p className="font-semibold">Time for a break</p>
            <p className="text-[0.9375rem] text-soft">
              You have reviewed for 30 minutes. A few minutes away from the pictures help.
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button look="secondary" onClick={startOver}>
              Not Now
            </Button>
            <Button onClick={() => void navigate({ to: '/rtm-sys/queue' })}>Take a Break</Button>
          </div>
        </div>
      )}
    </div>
  );
}
