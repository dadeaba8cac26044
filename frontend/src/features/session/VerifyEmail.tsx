import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { Button } from '../../components/Button.tsx';
import { FocusHeading } from '../../components/FocusHeading.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Panel } from '../../components/Panel.tsx';
import { Spinner } from '../../components/Spinner.tsx';
import { ResendForm } from './ResendForm.tsx';
import { readReturn, rememberReturn } from './return-path.ts';
import { useVerifyEmail } from './session.queries.ts';

/** How long the good news stands before it goes on, in milliseconds. */
const successDelay = 1000;

function Verified() {
  const navigate = useNavigate();
  const [next] = useState(readReturn);
  useEffect(() => {
    const timer = setTimeout(() => {
      rememberReturn(undefined);
      // In place of this page: a step back must not redeem the link again.
      void navigate({ href: next ?? '/', replace: true });
    }, successDelay);
    return () => clearTimeout(timer);
  }, [navigate, next]);
  return (
    <Panel>
      <FocusHeading className="text-4xl">Email Verified!</FocusHeading>
      <p className="mt-4 text-lg">Thank you. {next ? 'Taking you back…' : 'Taking you home…'}</p>
    </Panel>
  );
}

function NotVerified({ reason }: { reason: string }) {
  return (
    <Panel>
      <FocusHeading className="text-4xl">Verification Failed</FocusHeading>
      <div className="mt-5 mb-7">
        <Notice look="danger">{reason}</Notice>
      </div>
      <ResendForm />
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

/** Redeems the token of the link in the mail, once. */
export function VerifyEmail({ token }: { token: string | undefined }) {
  const { mutate, isSuccess, isError, error } = useVerifyEmail();
  const sent = useRef<string>(undefined);
  useEffect(() => {
    // A token works once, and React runs effects twice in development.
    if (!token || sent.current === token) return;
    sent.current = token;
    mutate(token);
  }, [mutate, token]);

  if (!token) return <NotVerified reason="No verification token provided" />;
  if (isSuccess) return <Verified />;
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
