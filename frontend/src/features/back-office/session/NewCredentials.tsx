import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import { isSamePassword, passwordLengthProblem } from '../../../api/credential-rules.ts';
import { limits } from '../../../api/generated/limits.ts';
import { useSend } from '../../../api/use-send.ts';
import { Button } from '../../../components/Button.tsx';
import { Field, PasswordField } from '../../../components/Field.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { toast } from '../../../components/toast.ts';
import { useForm } from '../../../lib/use-form.ts';

const length = limits.AdminPasswordRequest.newPassword;

/** The minimum length of an admin's password, in characters. */
export const shortestAdminPassword = length.minLength;

/** What is wrong with the length of an admin's new password; undefined if nothing is. */
export const adminPasswordProblem = (chosen: string) => passwordLengthProblem(chosen, 'Password', length);

interface EntryPanelProps {
  title: string;
  intro?: string;
  children: ReactNode;
}

/** The sheet of a page before the sign-in to the back office. */
export function EntryPanel({ title, intro, children }: EntryPanelProps) {
  return (
    <Panel>
      <p className="eyebrow flex items-center gap-2 text-accent">
        <ShieldCheck aria-hidden className="size-5" /> Back office
      </p>
      <h1 tabIndex={-1} className="mt-3 text-4xl">
        {title}
      </h1>
      {intro !== undefined && <p className="mt-2 text-soft">{intro}</p>}
      {children}
    </Panel>
  );
}

const { username: name } = limits.AcceptInvitationRequest;

interface Credentials {
  /** Empty where it is not asked for. */
  username: string;
  password: string;
}

interface NewCredentialsProps {
  title: string;
  intro: string;
  asksForUsername?: boolean;
  action: string;
  /** Sends them. Returns what is announced before the sign-in. */
  send: (credentials: Credentials) => Promise<{ title: string; description: string }>;
}

/** Takes a new password, twice, and a username where there is none yet. The next step is to sign in. */
function NewCredentials({ title, intro, asksForUsername = false, action, send }: NewCredentialsProps) {
  const navigate = useNavigate();
  const save = useMutation({ mutationFn: send });
  const { register, handleSubmit, setError, getValues } = useForm({
    defaultValues: { username: '', password: '', confirmation: '' },
  });
  const start = useSend(save, {
    setError,
    fields: ['username', 'password'],
    onSuccess: (said) => {
      toast(said);
      void navigate({ to: '.', search: {}, replace: true });
    },
  });
  return (
    <EntryPanel title={title} intro={intro}>
      <form
        noValidate
        onSubmit={handleSubmit(({ username, password }) => start({ username: username.trim(), password }))}
        className="mt-6 space-y-5"
      >
        {save.isError && <Notice look="danger">{messageOf(save.error, 'Please try again.')}</Notice>}
        {asksForUsername && (
          <Field
            label="Username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            hint="Letters, digits, dots, hyphens and underscores."
            {...register('username', {
              validate: (value) =>
                new RegExp(`^[\\w.-]{${name.minLength},${name.maxLength}}$`).test(value.trim()) ||
                `A username has ${name.minLength} to ${name.maxLength} letters, digits, dots, hyphens and underscores`,
            })}
          />
        )}
        <PasswordField
          isNew
          hint={`At least ${shortestAdminPassword} characters.`}
          {...register('password', { validate: adminPasswordProblem })}
        />
        <PasswordField
          isNew
          label="Confirm Password"
          {...register('confirmation', {
            validate: (value) => isSamePassword(value, getValues('password')) || "Passwords don't match",
          })}
        />
        <Button type="submit" busy={save.isPending} className="w-full">
          {save.isPending ? 'Saving…' : action}
        </Button>
      </form>
    </EntryPanel>
  );
}

/** Creates the login that a mailed link invites to. */
export function Invitation({ token }: { token: string }) {
  return (
    <NewCredentials
      title="You Are Invited"
      intro="Choose a username and a password for the back office."
      asksForUsername
      action="Create Login"
      send={async (credentials) => {
        const body = { token, ...credentials };
        const { isWaiting } = await bodyOf(api.POST('/api/rtm-sys/invitations/accept', { body }));
        return {
          title: 'Your login is ready',
          description: isWaiting ? 'You can sign in once another owner has confirmed it.' : 'Please sign in.',
        };
      }}
    />
  );
}

/** Sets the password of a login that an operator has reset. */
export function NewPassword({ token }: { token: string }) {
  return (
    <NewCredentials
      title="New Password"
      intro="Your login was reset. After you have signed in, connect an app or add a passkey again."
      action="Set Password"
      send={async ({ password }) => {
        await api.POST('/api/rtm-sys/reset', { body: { token, password } });
        return { title: 'Your password is set', description: 'Please sign in.' };
      }}
    />
  );
}
