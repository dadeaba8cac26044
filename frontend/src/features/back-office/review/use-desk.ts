import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { toast } from '../../../components/toast.ts';
import { useStore } from '../../../lib/create-store.ts';
import { adminQuery } from '../session/admin.queries.ts';
import { Desk, type DeskDecision, type DeskState } from './desk.ts';
import { reviewCalls } from './review-calls.ts';

const done: Readonly<Record<DeskDecision | 'undo', string>> = {
  approve: 'Post approved',
  hide: 'Post hidden',
  remove: 'Post deleted',
  dismiss: 'Reports dismissed',
  escalate: 'Post escalated',
  undo: 'Decision undone',
};

/** The desk of this page. It claims a post, `first` or the next one, and gives it back when the page is left or closed. */
export function useDesk(first: string | undefined): [Desk, DeskState] {
  const queryClient = useQueryClient();
  const [desk] = useState(
    () =>
      new Desk({
        calls: reviewCalls,
        onDone: (what) => {
          toast({ title: done[what] });
          void queryClient.invalidateQueries({ queryKey: queryKeys.backOffice.subjects });
        },
        onError: (error) => {
          // The session may have ended, or the admin may have to connect an authenticator app.
          if (error instanceof ApiError && [401, 403].includes(error.status)) {
            void queryClient.invalidateQueries(adminQuery);
          }
        },
      }),
  );
  const state = useStore(desk.store);
  useEffect(() => {
    desk.open(first);
    const close = (): void => desk.close();
    window.addEventListener('pagehide', close);
    return () => {
      window.removeEventListener('pagehide', close);
      desk.leave();
    };
  }, [desk, first]);
  const until = state.phase.kind === 'reviewing' ? state.phase.claim.until : undefined;
  useEffect(() => {
    if (until === undefined) return undefined;
    const timer = setTimeout(() => desk.expire(), Math.max(0, until - Date.now()));
    return () => clearTimeout(timer);
  }, [desk, until]);
  return [desk, state];
}
