import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../api/api-error.ts';
import { api } from '../../../api/client.ts';
import { limits } from '../../../api/generated/limits.ts';
import { useSend } from '../../../api/use-send.ts';
import { Button } from '../../../components/Button.tsx';
import { Field } from '../../../components/Field.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { toast } from '../../../components/toast.ts';
import { adminPasswordProblem } from './admin-password.ts';

/** Sets the password of a login that an operator has reset. The next step is to sign in. */
export function NewPassword({ token }: { token: string }) {
  const navigate = useNavigate();
  const set = useMutation({
    mutationFn: (body: { token: string; password: string }) => api.POST('/api/rtm-sys/reset', { body }),
  });
  const { register, handleSubmit, setError, getValues, formState } = useForm({
    defaultValues: { password: '', confirmation: '' },
  });
  const send = useSend(set, {
    setError,
    fields: ['password'],
    onSuccess: () => {
      toast({ title: 'Your password is set', description: 'Please sign in.' });
      void navigate({ to: '.', search: {}, replace: true });
    },
  });
  const { errors } = formState;
  return (
    <Panel>
      <p className="eyebrow flex items-center gap-2 text-accent">
        <ShieldCheck aria-hidden className="size-5" /> Back office
      </p>
      <h1 tabIndex={-1} className="mt-3 text-4xl">
        New Password
      </h1>
      <p className="mt-2 text-soft">
        Your login was reset. After you have signed in, connect an app or add a passkey again.
      </p>
      <form
        noValidate
        onSubmit={handleSubmit(({ password }) => send({ token, password }))}
        className="mt-6 space-y-5"
      >
        {set.isError && <Notice look="danger">{messageOf(set.error, 'Please try again.')}</Notice>}
        <Field
          label="Password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${limits.NewAdminPasswordRequest.password.minLength} characters.`}
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
        <Button type="submit" busy={set.isPending} className="w-full">
          {set.isPending ? 'Saving…' : 'Set Password'}
        </Button>
      </form>
    </Panel>
  );
}
