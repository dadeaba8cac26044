import { useQueryClient } from '@tanstack/react-query';
import { useBlocker, useMatch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { sessionQuery } from '../../api/session.ts';
import { ConfirmDialog } from '../../components/Dialog.tsx';

/** A navigation away that waits for an answer; `stay` restores the URL of this page. */
interface Leaving {
  stay: () => void;
  leave: () => void;
}

/** Asks before a page with unsaved changes is left. The browser itself asks before the tab closes. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const queryClient = useQueryClient();
  const here = useMatch({ strict: false, select: (match) => match?.routeId });
  const [leaving, setLeaving] = useState<Leaving>();
  useBlocker({
    // Not with the router's own resolver: it keeps asking, and answers wrongly, if the person navigates again instead
    // of answering. Navigating further away asks again about the whole way; navigating back to this page withdraws
    // the question. The earlier question is never answered, because the history has moved on.
    shouldBlockFn: ({ current, next }) => {
      setLeaving(undefined);
      // No question if it was already asked, or if the person is signed out: they cannot save and are redirected.
      const isLeaving = current.routeId === here && next.routeId !== here;
      if (!isDirty || !isLeaving || !queryClient.getQueryData(sessionQuery.queryKey)) return false;
      return new Promise((resolve) => {
        const answer = (isBlocked: boolean) => () => {
          setLeaving(undefined);
          resolve(isBlocked);
        };
        setLeaving({ stay: answer(true), leave: answer(false) });
      });
    },
    enableBeforeUnload: () => isDirty,
  });
  useEffect(() => {
    if (!isDirty) leaving?.leave();
  }, [isDirty, leaving]);
  return (
    <ConfirmDialog
      open={leaving !== undefined}
      onOpenChange={(open) => open || leaving?.stay()}
      title="Leave without saving?"
      description="What you changed on this page is not saved yet."
      action="Leave"
      onConfirm={() => leaving?.leave()}
    />
  );
}
