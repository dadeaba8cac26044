import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError, isForOtherAccount, watchFailures } from '../../api/api-error.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { isNotSession, sessionQuery } from '../../api/session.ts';
import { toast } from '../../components/toast.ts';

/**
 * Notices that the session has ended elsewhere, by the first call that is answered so: nobody is signed in any more, what
 * was read for them is forgotten, and from a page for members they are led to log in and back. Notices likewise that somebody
 * else has signed in in another tab: the page is theirs from then on. A page that the browser had put by, and shows again as
 * it was left, is looked at anew by itself.
 */
export function SessionWatch() {
  const queryClient = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    const adoptOther = async (): Promise<void> => {
      const shown = queryClient.getQueryData(sessionQuery.queryKey);
      const now = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
      // The check failed, and what would be read again would be refused again, over and over.
      if (now?.id === shown?.id) return;
      await Promise.all([
        queryClient.resetQueries({ queryKey: queryKeys.own.all }),
        queryClient.invalidateQueries({ predicate: isNotSession }),
      ]);
      await router.invalidate();
    };
    const look = async (error: unknown): Promise<void> => {
      if (isForOtherAccount(error)) return adoptOther();
      const hasEnded = error instanceof ApiError && error.status === 401;
      // Only whoever still counts as signed in: a wrong password at the login ends no session, nor does a second call.
      if (!hasEnded || !queryClient.getQueryData(sessionQuery.queryKey)) return;
      queryClient.setQueryData(sessionQuery.queryKey, null);
      queryClient.removeQueries({ queryKey: queryKeys.own.all });
      // The loaders of members' pages send visitors to the login. What the call itself said stands there by then.
      await router.invalidate();
      toast({ title: 'Please log in to continue.' });
    };
    const lookAgain = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) void adoptOther();
    };
    window.addEventListener('pageshow', lookAgain);
    const stopWatching = watchFailures(queryClient, (error) => void look(error));
    return () => {
      window.removeEventListener('pageshow', lookAgain);
      stopWatching();
    };
  }, [queryClient, router]);
  return null;
}
