import { useQueryClient } from '@tanstack/react-query';
import { useBlocker, useMatch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { sessionQuery } from '../../api/session.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';

/** Somebody on their way out; `stay` brings the address back to this page. */
interface Leaving {
  stay: () => void;
  leave: () => void;
}

/**
 * Asks before a page with changes that were not saved is left, until they are saved after all; the browser asks in its own
 * words when it is closed.
 */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const queryClient = useQueryClient();
  const here = useMatch({ strict: false, select: (match) => match?.routeId });
  const [leaving, setLeaving] = useState<Leaving>();
  useBlocker({
    // Not with the router's own resolver: that keeps asking, and its answers lead astray, when a further step in the
    // history answers the question. A step on the way out asks anew about the whole way, and a step back to this page
    // takes the question away. What was asked before stays unanswered then, as the history has moved on.
    shouldBlockFn: ({ current, next }) => {
      setLeaving(undefined);
      // Whoever is on the way out already was asked; somebody who is signed out can't save any more, and is led away.
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
