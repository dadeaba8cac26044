import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import { isSamePassword } from '../../../api/credential-rules.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useSend } from '../../../api/use-send.ts';
import { Button } from '../../../components/Button.tsx';
import { AccountName, PasswordField } from '../../../components/Field.tsx';
import { PassingNotice, usePassing } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { useFailureToast } from '../../../components/toast.ts';
import { useForm } from '../../../lib/use-form.ts';
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
  const update = useChangeAdminPassword();
  const failure = useFailureToast();
  const [saved, showSaved] = usePassing();
  const { register, handleSubmit, reset, setError, getValues } = useForm({
    defaultValues: { currentPassword: '', newPassword: '', confirmation: '' },
  });
  const send = useSend(update, {
    setError,
    fields: ['currentPassword', 'newPassword'],
    onSuccess: () => {
      failure.clear();
      reset();
      showSaved('Password updated');
    },
    onError: (error) => failure.tell('Failed to Update Password', messageOf(error)),
  });
  const submit = handleSubmit(({ currentPassword, newPassword }) => send({ currentPassword, newPassword }));
  return (
    <Section
      title="Change Password"
      anchor="password"
      intro={`At least ${shortestAdminPassword} characters. Your other sessions end.`}
    >
      <form noValidate onSubmit={submit} className="max-w-md space-y-4">
        <AccountName value={admin?.username} />
        <PasswordField
          label="Current Password"
          {...register('currentPassword', { required: 'Current password is required' })}
        />
        <PasswordField
          isNew
          label="New Password"
          {...register('newPassword', { validate: adminPasswordProblem })}
        />
        <PasswordField
          isNew
          label="Confirm New Password"
          {...register('confirmation', {
            required: 'Please confirm your new password',
            validate: (value) => isSamePassword(value, getValues('newPassword')) || "Passwords don't match",
          })}
        />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <Button type="submit" busy={update.isPending}>
            {update.isPending ? 'Updating…' : 'Update Password'}
          </Button>
          <PassingNotice text={saved} />
        </div>
      </form>
    </Section>
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
