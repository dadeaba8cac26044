import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import type { ReviewItem } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { toast } from '../../../components/toast.ts';
import { useStore } from '../../../lib/create-store.ts';
import { formatWhole } from '../../../lib/wording.ts';
import { adminQuery } from '../session/admin.queries.ts';
import { capital } from './queue.tsx';
import { reviewCalls } from './review-calls.ts';
import { ReviewMachine, type ReviewChoice, type ReviewState } from './review-machine.ts';

const done: Readonly<Record<Exclude<ReviewChoice, 'dismiss'>, string>> = {
  approve: 'approved',
  hide: 'hidden',
  remove: 'deleted',
  escalate: 'escalated',
};

/** What is announced after a decision. */
function textOfDone(what: ReviewChoice | 'undo', subject: ReviewItem['subject'] = 'post'): string {
  if (what === 'undo') return 'Decision undone';
  if (what === 'dismiss') return 'Reports dismissed';
  if (what === 'hide' && subject === 'profile') return 'Profile withheld';
  return `${capital(subject)} ${done[what]}`;
}

/** The state machine of this page. It claims a post, `first` or the next one, and gives it back when the page is left or closed. */
export function useReviewMachine(first: string | undefined): [ReviewMachine, ReviewState] {
  const queryClient = useQueryClient();
  const [machine] = useState(
    () =>
      new ReviewMachine({
        calls: reviewCalls,
        onDone: (what, subject, newer) => {
          toast({
            title: textOfDone(what, subject),
            ...(newer && {
              description:
                newer === 1 ? 'A newer report stays open' : `${formatWhole(newer)} newer reports stay open`,
            }),
          });
          // What is on other pages is read again there. The counts beside this page are read from time to time.
          void queryClient.invalidateQueries({
            queryKey: queryKeys.backOffice.subjects,
            refetchType: 'none',
          });
        },
        onError: (error) => {
          // The session may have ended, or the admin may have to connect an authenticator app.
          if (error instanceof ApiError && [401, 403].includes(error.status)) {
            void queryClient.invalidateQueries(adminQuery);
          }
        },
      }),
  );
  const state = useStore(machine.store);
  useEffect(() => {
    machine.open(first);
    const close = (): void => machine.close();
    window.addEventListener('pagehide', close);
    return () => {
      window.removeEventListener('pagehide', close);
      machine.leave();
    };
  }, [machine, first]);
  const until = state.phase.kind === 'reviewing' ? state.phase.claim.until : undefined;
  useEffect(() => {
    if (until === undefined) return undefined;
    const timer = setTimeout(() => machine.expire(), Math.max(0, until - Date.now()));
    return () => clearTimeout(timer);
  }, [machine, until]);
  return [machine, state];
}
