import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Middleware } from 'openapi-fetch';
import { useEffect } from 'react';
import { isOfBackOffice } from '../../../api/acting-account.ts';
import { ApiError, watchFailures } from '../../../api/api-error.ts';
import { api } from '../../../api/client.ts';
import { toast } from '../../../components/toast.ts';
import { adminQuery, entryQuery } from '../session/admin.queries.ts';
import { leaveForLogin } from '../session/leave.ts';

const late: Middleware = {
  onResponse({ response, schemaPath }) {
    if (!isOfBackOffice(schemaPath) || response.headers.get('x-decision') !== 'pending') return;
    toast({ title: 'Decided', description: 'What follows from it is still being carried out.' });
  },
};

/**
 * Notices by the first call that fails that the admin's session has ended, and opens the login; or that an authenticator
 * app is required by now, and opens the page that connects one. Says when a decision is not carried out yet.
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
  useEffect(() => {
    api.use(late);
    return () => api.eject(late);
  }, []);
  return null;
}
