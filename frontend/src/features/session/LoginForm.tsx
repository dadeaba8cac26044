import { Link, useHydrated, useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { emailRules, signInPasswordRules } from '../../api/credential-rules.ts';
import { useSend } from '../../api/use-send.ts';
import { Button } from '../../components/Button.tsx';
import { Field, PasswordField } from '../../components/Field.tsx';
import { Refusal } from '../../components/Notice.tsx';
import { NeedsScripts } from '../../components/Panel.tsx';
import { typedBefore } from '../../lib/typed-before.ts';
import { useForm } from '../../lib/use-form.ts';
import { VisitorsPanel } from './guards.tsx';
import { PendingRatingStrip } from './PendingRatingStrip.tsx';
import { useLogin } from './session.queries.ts';

/**
 * Email and password; opens `next` (by default the home page) after the login.
 * @param isChecking whether the session is still being checked
 */
export function LoginForm({ next, isChecking }: { next: string | undefined; isChecking: boolean }) {
  const navigate = useNavigate();
  const login = useLogin();
  const send = useSend(login, {
    // Replaces this page, which redirects signed-in people: the back button then leads to the page before it.
    onSuccess: () => void navigate({ href: next ?? '/', replace: true }),
  });
  const isHydrated = useHydrated();
  const [defaultValues] = useState(() => ({
    email: typedBefore('email'),
    password: typedBefore('password'),
  }));
  const { register, handleSubmit } = useForm({ defaultValues });
  const submit = handleSubmit(
    send,
    // The server's message was about the last attempt.
    () => login.reset(),
  );
  return (
    <VisitorsPanel isChecking={isChecking}>
      <PendingRatingStrip />
      <div className="flex items-start justify-between gap-4">
        <h1 tabIndex={-1} className="text-4xl">
          Login
        </h1>
        <Link
          to="/"
          aria-label="Close"
          className="-mt-1.5 -mr-2 grid size-11 place-items-center rounded-control hover:bg-wash hover:text-accent"
        >
          <X aria-hidden className="size-5" />
        </Link>
      </div>
      <p className="mt-2 text-soft">Good to see you again.</p>
      <NeedsScripts />
      <form
        noValidate
        method="post"
        onSubmit={submit}
        onInput={() => login.isError && login.reset()}
        className="mt-7 space-y-5"
      >
        {login.isError && <Refusal>{messageOf(login.error, 'Login failed')}</Refusal>}
        <Field label="Email" type="email" autoComplete="username" {...register('email', emailRules)} />
        <div>
          <PasswordField {...register('password', signInPasswordRules)} />
          <p className="mt-2 text-right text-[0.9375rem]">
            <Link to="/forgot-password" className="text-link">
              Forgot your password?
            </Link>
          </p>
        </div>
        {/* Before that, the browser itself would send the form. */}
        <Button type="submit" disabled={!isHydrated} busy={login.isPending} className="w-full">
          {login.isPending ? 'Logging in…' : 'Login'}
        </Button>
      </form>
      <p className="mt-6 border-t border-rule pt-5 text-soft">
        No account yet?{' '}
        <Link to="/register" search={{ next }} className="text-link">
          Register
        </Link>
      </p>
    </VisitorsPanel>
  );
}
