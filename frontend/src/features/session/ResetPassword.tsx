import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, isRefusedForGood, messageOf } from '../../api/api-error.ts';
import { newPasswordProblem, passwordChecklist } from '../../api/credential-rules.ts';
import { useSend } from '../../api/use-send.ts';
import { Button } from '../../components/Button.tsx';
import { Checklist } from '../../components/Checklist.tsx';
import { Field } from '../../components/Field.tsx';
import { Notice } from '../../components/Notice.tsx';
import { FocusHeading, Panel } from '../../components/Panel.tsx';
import { isMailedToken } from '../../lib/addresses.ts';
import { useResetPassword } from './session.queries.ts';

/** How long the success message is shown before the redirect, in milliseconds. */
const successDelay = 2000;

function RequestNewLink() {
  return (
    <Button asChild look="secondary" className="w-full">
      <Link to="/forgot-password">Request New Link</Link>
    </Button>
  );
}

function InvalidLink() {
  return (
    <Panel>
      <FocusHeading className="text-4xl">Invalid Link</FocusHeading>
      <p className="mt-4 mb-7 text-lg">
        This link is incomplete. Open the link in the mail again, or request a new one.
      </p>
      <RequestNewLink />
    </Panel>
  );
}

function PasswordReset() {
  const navigate = useNavigate();
  useEffect(() => {
    // Replaces this page: the back button must not lead to a used link.
    const timer = setTimeout(() => void navigate({ to: '/login', replace: true }), successDelay);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <Panel>
      <FocusHeading className="text-4xl">Password Reset!</FocusHeading>
      <p className="mt-4 text-lg">Taking you to the login…</p>
      <p className="mt-3 text-soft">You were signed out everywhere, so log in with your new password.</p>
    </Panel>
  );
}

/** Sets a new password with the token of the link in the mail. */
export function ResetPassword({ token }: { token: string | undefined }) {
  const reset = useResetPassword();
  const { register, handleSubmit, watch, setError, formState } = useForm({
    defaultValues: { password: '', confirmation: '' },
  });
  const send = useSend(reset, { setError, fields: ['password'] });
  const { errors } = formState;
  const [password, confirmation] = watch(['password', 'confirmation']);

  if (!isMailedToken(token)) return <InvalidLink />;
  if (reset.isSuccess) return <PasswordReset />;

  const submit = handleSubmit((values) => {
    const problem = newPasswordProblem(values);
    if (problem) {
      reset.reset();
      setError(problem.field, { message: problem.message }, { shouldFocus: true });
      return;
    }
    send({ token, password: values.password });
  });
  const isLinkSpent =
    isRefusedForGood(reset.error) &&
    reset.error instanceof ApiError &&
    Object.keys(reset.error.fieldErrors).every((field) => field === 'token');
  return (
    <Panel>
      <h1 tabIndex={-1} className="text-3xl sm:text-4xl">
        Reset Password
      </h1>
      <p className="mt-2 text-soft">Choose a new password for your account.</p>
      <form noValidate onSubmit={submit} className="mt-7 space-y-5">
        {reset.isError && <Notice look="danger">{messageOf(reset.error, 'Failed to reset password')}</Notice>}
        {isLinkSpent && <RequestNewLink />}
        <Field
          label="New Password"
          type="password"
          autoComplete="new-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <Field
          label="Confirm New Password"
          type="password"
          autoComplete="new-password"
          error={errors.confirmation?.message}
          {...register('confirmation')}
        />
        <Checklist items={passwordChecklist(password, confirmation)} />
        <Button type="submit" busy={reset.isPending} className="w-full">
          {reset.isPending ? 'Resetting…' : 'Reset Password'}
        </Button>
      </form>
    </Panel>
  );
}
