import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError, isRefusedForGood, messageOf } from '../../api/api-error.ts';
import { Button } from '../../components/Button.tsx';
import { Refusal } from '../../components/Notice.tsx';
import { FocusHeading, Panel } from '../../components/Panel.tsx';
import { isMailedToken } from '../../lib/addresses.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { PendingRatingStrip } from './PendingRatingStrip.tsx';
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
      <PendingRatingStrip />
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
      <PendingRatingStrip />
      <FocusHeading className="text-4xl">Password Reset!</FocusHeading>
      <p className="mt-4 text-lg">Taking you to the login…</p>
      <p className="mt-3 text-soft">You were signed out everywhere, so log in with your new password.</p>
    </Panel>
  );
}

/** Sets a new password with the token of the link in the mail. */
export function ResetPassword({ token }: { token: string | undefined }) {
  const reset = useResetPassword();
  if (!isMailedToken(token)) return <InvalidLink />;
  if (reset.isSuccess) return <PasswordReset />;

  // It stands at the field, until it is corrected.
  const isPasswordRefused = reset.error instanceof ApiError && reset.error.fieldErrors.password !== undefined;
  const isLinkSpent =
    isRefusedForGood(reset.error) &&
    reset.error instanceof ApiError &&
    Object.keys(reset.error.fieldErrors).every((field) => field === 'token');
  return (
    <Panel>
      <PendingRatingStrip />
      <h1 tabIndex={-1} className="text-3xl sm:text-4xl">
        Reset Password
      </h1>
      <p className="mt-2 text-soft">Choose a new password for your account.</p>
      <NewPasswordForm
        request={reset}
        bodyOf={(password) => ({ token, password })}
        field="password"
        onInvalid={reset.reset}
        labels={['Reset Password', 'Resetting…']}
        className="mt-7 space-y-5"
      >
        {reset.isError && !isPasswordRefused && (
          <Refusal>{messageOf(reset.error, 'Failed to reset password')}</Refusal>
        )}
        {isLinkSpent && <RequestNewLink />}
      </NewPasswordForm>
    </Panel>
  );
}
