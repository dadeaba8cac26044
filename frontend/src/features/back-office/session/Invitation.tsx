import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import { limits } from '../../../api/generated/limits.ts';
import { useSend } from '../../../api/use-send.ts';
import { Button } from '../../../components/Button.tsx';
import { Field } from '../../../components/Field.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { toast } from '../../../components/toast.ts';
import { adminPasswordProblem } from './admin-password.ts';

const { username: name, password: secret } = limits.AcceptInvitationRequest;

/** Creates the login that a mailed link invites to. The next step is to sign in. */
export function Invitation({ token }: { token: string }) {
  const navigate = useNavigate();
  const accept = useMutation({
    mutationFn: (body: { token: string; username: string; password: string }) =>
      bodyOf(api.POST('/api/rtm-sys/invitations/accept', { body })),
  });
  const { register, handleSubmit, setError, getValues, formState } = useForm({
    defaultValues: { username: '', password: '', confirmation: '' },
  });
  const send = useSend(accept, {
    setError,
    fields: ['username', 'password'],
    onSuccess: ({ isWaiting }) => {
      toast({
        title: 'Your login is ready',
        description: isWaiting ? 'You can sign in once another owner has confirmed it.' : 'Please sign in.',
      });
      void navigate({ to: '.', search: {}, replace: true });
    },
  });
  const { errors } = formState;
  const submit = handleSubmit(({ username, password }) =>
    send({ token, username: username.trim(), password }),
  );
  return (
    <Panel>
      <p className="eyebrow flex items-center gap-2 text-accent">
        <ShieldCheck aria-hidden className="size-5" /> Back office
      </p>
      <h1 tabIndex={-1} className="mt-3 text-4xl">
        You Are Invited
      </h1>
      <p className="mt-2 text-soft">Choose a username and a password for the back office.</p>
      <form noValidate onSubmit={submit} className="mt-6 space-y-5">
        {accept.isError && <Notice look="danger">{messageOf(accept.error, 'Please try again.')}</Notice>}
        <Field
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          hint="Letters, digits, dots, hyphens and underscores."
          error={errors.username?.message}
          {...register('username', {
            validate: (value) =>
              new RegExp(`^[\\w.-]{${name.minLength},${name.maxLength}}$`).test(value.trim()) ||
              `A username has ${name.minLength} to ${name.maxLength} letters, digits, dots, hyphens and underscores`,
          })}
        />
        <Field
          label="Password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${secret.minLength} characters.`}
          error={errors.password?.message}
          {...register('password', { validate: adminPasswordProblem })}
        />
        <Field
          label="Confirm Password"
          type="password"
          autoComplete="new-password"
          error={errors.confirmation?.message}
          {...register('confirmation', {
            validate: (value) => value === getValues('password') || "Passwords don't match",
          })}
        />
        <Button type="submit" busy={accept.isPending} className="w-full">
          {accept.isPending ? 'Creating…' : 'Create Login'}
        </Button>
      </form>
    </Panel>
  );
}
