import { useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { sessionQuery } from '../session/session.queries.ts';

/** Asks before a page with changes that were not saved is left; the browser asks in its own words when it is closed. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const queryClient = useQueryClient();
  const blocker = useBlocker({
    // Somebody who is signed out can't save any more, and is led away.
    shouldBlockFn: ({ current, next }) =>
      isDirty &&
      current.pathname !== next.pathname &&
      Boolean(queryClient.getQueryData(sessionQuery.queryKey)),
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => open || blocker.reset?.()}
      title="Leave without saving?"
      description="What you changed on this page is not saved yet."
      action="Leave"
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
