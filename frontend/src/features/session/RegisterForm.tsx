import { Link, useHydrated } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { hasFieldErrors, messageOf } from '../../api/api-error.ts';
import { emailRules, isSamePassword, passwordRules, passwordChecklist } from '../../api/credential-rules.ts';
import { shownTo } from '../../api/user-storage.ts';
import { useSession } from '../../api/session.ts';
import { chosenScore } from '../../api/draft-storage.ts';
import { useSend } from '../../api/use-send.ts';
import { Button } from '../../components/Button.tsx';
import { Checklist } from '../../components/Checklist.tsx';
import { Field, PasswordField } from '../../components/Field.tsx';
import { Refusal } from '../../components/Notice.tsx';
import { FocusHeading, NeedsScripts, Panel } from '../../components/Panel.tsx';
import { useStore } from '../../lib/create-store.ts';
import { typedBefore } from '../../lib/typed-before.ts';
import { useForm } from '../../lib/use-form.ts';
import { VisitorsPanel } from './guards.tsx';
import { PendingRatingStrip } from './PendingRatingStrip.tsx';
import { rememberReturn } from './return-path.ts';
import { useRegister } from './session.queries.ts';

function CheckYourEmail({ email, next }: { email: string; next: string | undefined }) {
  const id = useId();
  const { user } = useSession();
  const score = shownTo(useStore(chosenScore), user?.id ?? null);
  return (
    <Panel>
      <FocusHeading className="text-4xl">Check Your Email!</FocusHeading>
      <p className="mt-4 text-lg">
        We sent a link to <strong className="font-bold">{email}</strong>. Open it to verify your address.
      </p>
      <p className="mt-3 mb-7 text-soft">
        The link works for 24 hours.
        {score && <span>{` Your ${score.score} out of 10 is sent after that.`}</span>}
      </p>
      <PendingRatingStrip text="Your saved rating is posted after that." />
      <div className="flex flex-wrap gap-3 *:grow">
        <Button asChild>
          <Link to="/login" search={{ next }} aria-describedby={id}>
            Go to Login
          </Link>
        </Button>
        <Button asChild look="secondary">
          <Link to="/leaderboard">View Leaderboard</Link>
        </Button>
      </div>
      <p id={id} className="mt-3 text-center text-[0.9375rem] text-soft">
        You are already logged in here, so it takes you {next ? 'back to where you were' : 'to the home page'}
        .
      </p>
    </Panel>
  );
}

/**
 * Email, and a password twice; then asks to open the link in the mail, which leads to `next` (by default the home
 * page).
 * @param isChecking whether the session is still being checked
 */
export function RegisterForm({ next, isChecking }: { next: string | undefined; isChecking: boolean }) {
  const registration = useRegister();
  const [defaultValues] = useState(() => ({
    email: typedBefore('email'),
    password: typedBefore('password'),
    confirmation: typedBefore('confirmation'),
  }));
  const { register, handleSubmit, watch, trigger, getValues, setError, formState } = useForm({
    mode: 'onChange',
    defaultValues,
  });
  const { errors, isValid, isSubmitted, touchedFields } = formState;
  const typed = watch(['password', 'confirmation']);
  // The page of the server knows nothing of what has been typed, and the first render must be the same.
  const [password, confirmation] = useHydrated() ? typed : ['', ''];
  const send = useSend(registration, {
    setError,
    fields: ['email', 'password'],
    onSuccess: () => rememberReturn(next),
  });

  const submit = handleSubmit(({ email, password: chosenPassword }) =>
    send({ email, password: chosenPassword }),
  );

  if (registration.isSuccess) return <CheckYourEmail email={registration.data.email} next={next} />;
  return (
    <VisitorsPanel isChecking={isChecking}>
      <PendingRatingStrip />
      <h1 tabIndex={-1} className="text-4xl">
        Register
      </h1>
      <p className="mt-2 text-soft">
        You get a made-up name for the board. Your email address is never shown to anyone.
      </p>
      <NeedsScripts />
      <form noValidate method="post" onSubmit={submit} className="mt-7 space-y-5">
        {registration.isError && !hasFieldErrors(registration.error) && (
          <Refusal>{messageOf(registration.error, 'Registration failed')}</Refusal>
        )}
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          {...register('email', emailRules)}
          error={isSubmitted || touchedFields.email ? errors.email?.message : undefined}
        />
        <PasswordField
          isNew
          {...register('password', { ...passwordRules, onChange: () => trigger('confirmation') })}
          error={isSubmitted || touchedFields.password ? errors.password?.message : undefined}
        />
        <PasswordField
          isNew
          label="Confirm Password"
          {...register('confirmation', {
            required: true,
            validate: (value) => isSamePassword(value, getValues('password')),
          })}
        />
        <Checklist items={passwordChecklist(password, confirmation)} />
        <Button type="submit" disabled={!isValid} busy={registration.isPending} className="w-full">
          {registration.isPending ? 'Creating your account…' : 'Register'}
        </Button>
      </form>
      <p className="mt-6 border-t border-rule pt-5 text-soft">
        Already have an account?{' '}
        <Link to="/login" search={{ next }} className="text-link">
          Login
        </Link>
      </p>
    </VisitorsPanel>
  );
}
