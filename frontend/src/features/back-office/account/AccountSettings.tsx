import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { ChangePassword } from '../../session/ChangePassword.tsx';
import { SessionsSection } from '../../session/SessionsSection.tsx';
import { PageTitle } from '../layout/page.tsx';
import { adminQuery } from '../session/admin.queries.ts';
import { adminPasswordProblem, shortestAdminPassword } from '../session/NewCredentials.tsx';
import { AuthenticatorApp } from './AuthenticatorApp.tsx';
import { Passkeys } from './Passkeys.tsx';

/** The admin's own sessions, last used first. */
const adminSessionsQuery = queryOptions({
  queryKey: queryKeys.backOffice.sessions,
  queryFn: () => bodyOf(api.GET('/api/rtm-sys/sessions')),
  // Other sessions start and end without this browser.
  refetchOnMount: 'always',
});

function useEndAdminSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.DELETE('/api/rtm-sys/sessions/{id}', { params: { path: { id } } }),
    // Also after a failure: most often the session had already ended.
    onSettled: () => queryClient.invalidateQueries(adminSessionsQuery),
  });
}

/** Changes the admin's password; the server ends their other sessions. */
function useChangeAdminPassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      api.PUT('/api/rtm-sys/password', { body }),
    onSuccess: () => queryClient.invalidateQueries(adminSessionsQuery),
  });
}

function OwnPassword() {
  const { data: admin } = useQuery(adminQuery);
  return (
    <ChangePassword
      account={admin?.username}
      update={useChangeAdminPassword()}
      intro={`At least ${shortestAdminPassword} characters. Your other sessions end.`}
      problemOf={adminPasswordProblem}
    />
  );
}

function OwnSessions() {
  return (
    <SessionsSection
      intro="A session ends after 8 hours, or after 30 minutes without use."
      sessions={useQuery(adminSessionsQuery)}
      end={useEndAdminSession()}
    />
  );
}

/** What an admin signs in with, and where they are signed in. */
export function AccountSettings() {
  return (
    <div className="max-w-reading">
      <PageTitle>Your Login</PageTitle>
      <div className="space-y-6">
        <AuthenticatorApp />
        <Passkeys />
        <OwnPassword />
        <OwnSessions />
      </div>
    </div>
  );
}
