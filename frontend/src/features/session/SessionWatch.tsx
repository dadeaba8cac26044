import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError, isForOtherAccount, watchFailures } from '../../api/api-error.ts';
import { signedOutKey } from '../../api/user-storage.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { isNotSession, sessionQuery, watchPerson } from '../../api/session.ts';
import {
  assignDrafts,
  chosenScore,
  dropDrafts,
  replacedRatingKey,
  rereadDrafts,
} from '../../api/draft-storage.ts';
import { forgetNotices } from '../../components/Notices.tsx';
import { toast } from '../../components/toast.ts';
import { keptPhoto } from '../../lib/kept-photo.ts';
import { forgetOffline } from '../../lib/offline.ts';

/**
 * Notices that the session has ended elsewhere, by the first call that fails with 401, if the session check agrees: the person counts as
 * signed out, their data is removed from the cache, and pages for members redirect to the login and back. Also notices that
 * another account has signed in in another tab: the page then belongs to that account. A page that the browser
 * restores from its back/forward cache is checked too, and so is every page when another tab signs out. What is kept for
 * one person is removed before another one sees the page.
 */
export function SessionWatch() {
  const queryClient = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    let isAsking = false;
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
      if (!hasEnded || isAsking || !queryClient.getQueryData(sessionQuery.queryKey)) return;
      isAsking = true;
      const now = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
      isAsking = false;
      // The call was of the session before this one.
      if (now) return;
      queryClient.removeQueries({ queryKey: queryKeys.own.all });
      // The loaders of members' pages redirect to the login. The toast comes last, because it replaces the one of the
      // call.
      await router.invalidate();
      toast({ title: 'Please log in to continue.' });
    };
    const stopWatchingPerson = watchPerson(queryClient, (before, now) => {
      if (now !== null) assignDrafts(now);
      if (before === null) return;
      forgetOffline();
      forgetNotices();
      keptPhoto.write(undefined);
      void queryClient.resetQueries({ queryKey: queryKeys.rememberedRating });
    });
    const followTabs = ({ key }: StorageEvent): void => {
      if (key === signedOutKey) {
        dropDrafts();
        void adoptOther();
      } else if (key === replacedRatingKey) {
        rereadDrafts();
        void queryClient.resetQueries({ queryKey: queryKeys.rememberedRating });
      } else if (key === chosenScore.key) chosenScore.reread();
    };
    const lookAgain = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return;
      rereadDrafts();
      void adoptOther();
    };
    window.addEventListener('pageshow', lookAgain);
    window.addEventListener('storage', followTabs);
    const stopWatching = watchFailures(queryClient, (error) => void look(error));
    return () => {
      window.removeEventListener('pageshow', lookAgain);
      window.removeEventListener('storage', followTabs);
      stopWatching();
      stopWatchingPerson();
    };
  }, [queryClient, router]);
  return null;
}
