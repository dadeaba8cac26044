import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError, isForOtherAccount, watchFailures } from '../../api/api-error.ts';
import {
  assignPendingRating,
  clearPendingRating,
  rereadPendingRating,
  signedOutKey,
} from '../../api/pending-rating.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { isNotSession, sessionQuery, watchPerson } from '../../api/session.ts';
import { toast } from '../../components/toast.ts';

/**
 * Notices that the session has ended elsewhere, by the first call that fails with 401: the person counts as signed
 * out, their data is removed from the cache, and pages for members redirect to the login and back. Also notices that
 * another account has signed in in another tab: the page then belongs to that account. A page that the browser
 * restores from its back/forward cache is checked too, and so is every page when another tab signs out. A rating that
 * is shown or saved for one person is removed before another one sees the page.
 */
export function SessionWatch() {
  const queryClient = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    const adoptOther = async (): Promise<void> => {
      const shown = queryClient.getQueryData(sessionQuery.queryKey);
      const now = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
      // The session check failed: reading again would be refused again, in a loop.
      if (now?.id === shown?.id) return;
      await Promise.all([
        queryClient.resetQueries({ queryKey: queryKeys.own.all }),
        queryClient.invalidateQueries({ predicate: isNotSession }),
      ]);
      await router.invalidate();
    };
    const look = async (error: unknown): Promise<void> => {
      if (isForOtherAccount(error)) return adoptOther();
      // The back office has a session of its own.
      const hasEnded = error instanceof ApiError && error.status === 401 && !error.isOfBackOffice;
      // Only if somebody still counts as signed in: a wrong password at the login ends no session, and neither does a
      // second 401.
      if (!hasEnded || !queryClient.getQueryData(sessionQuery.queryKey)) return;
      queryClient.setQueryData(sessionQuery.queryKey, null);
      queryClient.removeQueries({ queryKey: queryKeys.own.all });
      // The loaders of members' pages redirect to the login. The toast comes last, because it replaces the one of the
      // call.
      await router.invalidate();
      toast({ title: 'Please log in to continue.' });
    };
    const stopWatchingPerson = watchPerson(queryClient, (before, now) => {
      if (now !== null) assignPendingRating(now);
      if (before === null) return;
      queryClient.setQueryData(queryKeys.latestRating, null);
      void queryClient.resetQueries({ queryKey: queryKeys.rememberedRating });
    });
    const followSignOut = ({ key }: StorageEvent): void => {
      if (key !== signedOutKey) return;
      clearPendingRating();
      void adoptOther();
    };
    const lookAgain = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return;
      rereadPendingRating();
      void adoptOther();
    };
    window.addEventListener('pageshow', lookAgain);
    window.addEventListener('storage', followSignOut);
    const stopWatching = watchFailures(queryClient, (error) => void look(error));
    return () => {
      window.removeEventListener('pageshow', lookAgain);
      window.removeEventListener('storage', followSignOut);
      stopWatching();
      stopWatchingPerson();
    };
  }, [queryClient, router]);
  return null;
}
