import { useNavigate } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { Button } from '../../../components/Button.tsx';
import { Field, PasswordField } from '../../../components/Field.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { toast, useFailureToast } from '../../../components/toast.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useOneAtATime } from '../../../lib/use-one-at-a-time.ts';
import { needsCode, useAdminLogin, usePasskeyLogin } from './admin.queries.ts';
import { markEntry, takeEnd } from './leave.ts';
import { EntryPanel, Invitation, NewPassword } from './NewCredentials.tsx';
import { passkeyObstacle, passkeyProblem } from './passkeys.ts';

/** How long the confirmation is shown before the first page, in milliseconds. */
const PAUSE = 100;

/** Username and password, then the code of the authenticator app if the login has one; or a passkey. */
function LoginForm() {
  const navigate = useNavigate();
  const login = useAdminLogin();
  const passkeyLogin = usePasskeyLogin();
  const failure = useFailureToast();
  const once = useOneAtATime();
  const [asksForCode, setAsksForCode] = useState(false);
  const [hasEnded] = useState(takeEnd);
  const { register, handleSubmit, setFocus } = useForm({
    defaultValues: { username: '', password: '', code: '' },
  });

  useEffect(() => {
    if (asksForCode) setFocus('code');
  }, [asksForCode, setFocus]);

  const enter = (): void => {
    failure.clear();
    toast({ title: 'Login successful' });
    markEntry();
    // To the posts, or to the first page that the role may open.
    setTimeout(() => void navigate({ to: '/rtm-sys', replace: true }), PAUSE);
  };
  const submit = handleSubmit(({ username, password, code }) =>
    once((done) =>
      login.mutate(
        { username: username.trim(), password, ...(asksForCode && { code: code.trim() }) },
        {
          onSuccess: enter,
          onError: (error) => {
            if (needsCode(error)) setAsksForCode(true);
            else failure.tell('Login failed', messageOf(error, 'Invalid credentials'));
            done();
          },
        },
      ),
    ),
  );
  const signInWithPasskey = (): void =>
    once((done) =>
      passkeyLogin.mutate(undefined, {
        onSuccess: enter,
        onError: (error) => {
          failure.tell('Login failed', passkeyProblem(error));
          done();
        },
      }),
    );
  const isBusy = login.isPending || login.isSuccess;
  const isBusyWithPasskey = passkeyLogin.isPending || passkeyLogin.isSuccess;

  return (
    <EntryPanel title="Sign In">
      <form noValidate onSubmit={submit} className="mt-6 space-y-5">
        {hasEnded && !asksForCode && (
          <Notice look="calm">Your session has ended. Please sign in again.</Notice>
        )}
        <div hidden={asksForCode} className={asksForCode ? '' : 'space-y-5'}>
          <Field
            label="Username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...register('username', {
              validate: (value) => value.trim() !== '' || 'Username is required',
            })}
          />
          <PasswordField {...register('password', { required: 'Password is required' })} />
        </div>
        {asksForCode && (
          <Field
            label="Code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            hint="The six digits that your authenticator app shows, or a recovery code."
            {...register('code', { validate: (value) => value.trim() !== '' || 'Please enter a code' })}
          />
        )}
        <Button type="submit" busy={isBusy} className="w-full">
          {isBusy ? 'Signing in...' : 'Sign In'}
        </Button>
        {!asksForCode && passkeyObstacle() === null && (
          <Button look="secondary" busy={isBusyWithPasskey} onClick={signInWithPasskey} className="w-full">
            <KeyRound aria-hidden className="size-5" />
            <span>{isBusyWithPasskey ? 'Waiting for your device…' : 'Sign In with a Passkey'}</span>
          </Button>
        )}
        {asksForCode && (
          <Button look="quiet" className="w-full" onClick={() => setAsksForCode(false)}>
            Use Another Login
          </Button>
        )}
      </form>
    </EntryPanel>
  );
}

interface LoginProps {
  invitation: string | undefined;
  reset: string | undefined;
}

/**
 * The page at the address of the login: signs admins in, creates the login that a mailed link invites to, or sets the new
 * password of one that was reset.
 */
export function Login({ invitation, reset }: LoginProps) {
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center">
      {invitation !== undefined ? (
        <Invitation token={invitation} />
      ) : reset !== undefined ? (
        <NewPassword token={reset} />
      ) : (
        <LoginForm />
      )}
    </main>
  );
}
