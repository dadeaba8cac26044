import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { hasFieldErrors, isRefusedForGood, messageOf } from '../../api/api-error.ts';
import { emailRules } from '../../api/credential-rules.ts';
import { useSession } from '../../api/session.ts';
import { usePendingRating } from '../../api/use-pending-rating.ts';
import { useSend } from '../../api/use-send.ts';
import { Button, Spinner } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { Notice } from '../../components/Notice.tsx';
import { FocusHeading, Panel } from '../../components/Panel.tsx';
import { ConfirmLink, SwitchAccount } from './ConfirmLink.tsx';
import { PendingEmail } from './PendingEmail.tsx';
import { PendingRatingStrip } from './PendingRatingStrip.tsx';
import { readReturn, rememberReturn } from './return-path.ts';
import { needsConfirmation, useResendVerification, useVerifyEmail } from './session.queries.ts';
import { useForm } from '../../lib/use-form.ts';

/** Requests another verification mail to an address that the person enters; `email` is there from the start. */
function ResendForm({ email: known }: { email: string }) {
  const resend = useResendVerification();
  const send = useSend(resend);
  const { register, handleSubmit } = useForm({ defaultValues: { email: known } });
  const submit = handleSubmit(({ email }) => send(email));
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <Field label="Email" type="email" autoComplete="email" {...register('email', emailRules)} />
      <Button type="submit" busy={resend.isPending} className="w-full">
        Resend Verification Email
      </Button>
      <div role="status" className="empty:sr-only">
        {resend.isSuccess && <Notice look="calm">{resend.data.message}</Notice>}
      </div>
      {resend.isError && (
        <Notice look="danger">{messageOf(resend.error, 'Failed to resend verification email')}</Notice>
      )}
    </form>
  );
}

/** How long the success message is shown before the redirect, in milliseconds. */
const successDelay = 1000;

function Verified() {
  const navigate = useNavigate();
  const [next] = useState(readReturn);
  const { user } = useSession();
  const { pending } = usePendingRating(user);
  // The home page posts the rating that waits, and opens its post.
  const where = next && next !== '/' ? 'back' : pending ? 'to your post' : 'home';
  useEffect(() => {
    const timer = setTimeout(() => {
      rememberReturn(undefined);
      // Replaces this page: the back button must not redeem the link again.
      void navigate({ href: next ?? '/', replace: true });
    }, successDelay);
    return () => clearTimeout(timer);
  }, [navigate, next]);
  return (
    <Panel>
      <PendingRatingStrip />
      <FocusHeading className="text-4xl">Email Verified!</FocusHeading>
      <p className="mt-4 text-lg">{`Thank you. Taking you ${where}…`}</p>
    </Panel>
  );
}

function NotVerified({ reason }: { reason: string }) {
  const { user } = useSession();
  const pending = user && !user.emailVerified ? user : null;
  return (
    <Panel>
      <PendingRatingStrip />
      <FocusHeading className="text-4xl">Verification Failed</FocusHeading>
      <div className="mt-5 mb-7">
        <Notice look="danger">{reason}</Notice>
      </div>
      {pending && (
        <div className="mb-6 border-b border-rule pb-6">
          <PendingEmail user={pending} />
        </div>
      )}
      <ResendForm key={pending?.email} email={pending?.email ?? ''} />
      <div className="mt-6 grid gap-3 border-t border-rule pt-6 sm:grid-cols-2">
        <Button asChild look="secondary">
          <Link to="/register">Register Again</Link>
        </Button>
        <Button asChild look="secondary">
          <Link to="/">Go Home</Link>
        </Button>
      </div>
    </Panel>
  );
}

/** What the server asks before it accepts the link; undefined for other errors. */
function questionOf(error: unknown): { code: string; reason: string } | undefined {
  if (!needsConfirmation(error)) return undefined;
  return { code: error.code!, reason: messageOf(error, 'Please confirm that this is your account.') };
}

/** Redeems the token of the link in the mail, once. Asks first where the server wants it. */
export function VerifyEmail({ token }: { token: string | undefined }) {
  const { mutate, isSuccess, isError, error } = useVerifyEmail();
  const confirmation = useVerifyEmail();
  const sent = useRef<string>(undefined);
  useEffect(() => {
    // A token works once, and React runs effects twice in development.
    if (!token || sent.current === token) return;
    sent.current = token;
    mutate({ token });
  }, [mutate, token]);

  if (!token) return <NotVerified reason="No verification token provided" />;
  if (isSuccess || confirmation.isSuccess) return <Verified />;
  // The link may have been replaced or used while the form was open.
  if (isRefusedForGood(confirmation.error) && !hasFieldErrors(confirmation.error)) {
    return <NotVerified reason={messageOf(confirmation.error, 'Verification failed')} />;
  }
  const question = questionOf(confirmation.error) ?? questionOf(error);
  if (question) {
    const Question = question.code === 'other_session' ? SwitchAccount : ConfirmLink;
    return <Question token={token} confirmation={confirmation} reason={question.reason} />;
  }
  if (isError) return <NotVerified reason={messageOf(error, 'Verification failed')} />;
  return (
    <Panel>
      <h1 tabIndex={-1} className="text-4xl">
        Verifying Your Email
      </h1>
      <p role="status" className="mt-5 flex items-center gap-3 text-lg text-soft">
        <Spinner /> One moment…
      </p>
    </Panel>
  );
}
