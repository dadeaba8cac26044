import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError, watchFailures } from '../../../api/api-error.ts';
import { adminQuery, entryQuery } from '../session/admin.queries.ts';
import { leaveForLogin } from '../session/leave.ts';

/**
 * Notices by the first call that fails that the admin's session has ended, and opens the login; or that an authenticator
 * app is required by now, and opens the page that connects one.
 */
export function AdminWatch() {
  const queryClient = useQueryClient();
  const router = useRouter();
  // Read while it may be known: once the session has ended, its address may be told no more.
  useQuery(entryQuery);
  const { data: admin } = useQuery({ ...adminQuery, refetchOnWindowFocus: 'always' });
  useEffect(() => {
    const leave = (): void => leaveForLogin(queryClient.getQueryData(entryQuery.queryKey), true);
    if (admin === null) leave();
    const readAgain = async (): Promise<void> => {
      await queryClient.invalidateQueries(adminQuery);
      await router.invalidate();
    };
    return watchFailures(queryClient, (error) => {
      if (!(error instanceof ApiError) || !error.isOfBackOffice) return;
      if (error.status === 401) leave();
      if (error.code === 'totp_missing') void readAgain();
    });
  }, [admin, queryClient, router]);
  return null;
}
