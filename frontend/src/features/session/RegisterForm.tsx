import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { emailRules, passwordRules, passwordChecklist } from '../../api/credential-rules.ts';
import { useSend } from '../../api/use-send.ts';
import { Button } from '../../components/Button.tsx';
import { Checklist } from '../../components/Checklist.tsx';
import { Field } from '../../components/Field.tsx';
import { Notice } from '../../components/Notice.tsx';
import { FocusHeading, Panel } from '../../components/Panel.tsx';
import { rememberReturn } from './return-path.ts';
import { useRegister } from './session.queries.ts';

function CheckYourEmail({ email, next }: { email: string; next: string | undefined }) {
  const id = useId();
  return (
    <Panel>
      <FocusHeading className="text-4xl">Check Your Email!</FocusHeading>
      <p className="mt-4 text-lg">
        We sent a link to <strong className="font-bold">{email}</strong>. Open it to verify your address.
      </p>
      <p className="mt-3 text-soft">The link works for 24 hours. Your saved rating is posted after that.</p>
      <Button asChild className="mt-7 w-full">
        <Link to="/login" search={{ next }} aria-describedby={id}>
          Go to Login
        </Link>
      </Button>
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
 */
export function RegisterForm({ next }: { next: string | undefined }) {
  const registration = useRegister();
  const { register, handleSubmit, watch, trigger, getValues, setError, formState } = useForm({
    mode: 'onChange',
    defaultValues: { email: '', password: '', confirmation: '' },
  });
  const { errors, isValid, touchedFields } = formState;
  const [password, confirmation] = watch(['password', 'confirmation']);
  const send = useSend(registration, {
    onSuccess: () => rememberReturn(next),
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      for (const field of ['email', 'password'] as const) {
        const message = error.fieldErrors[field]?.[0];
        if (message) setError(field, { message });
      }
    },
  });

  const submit = handleSubmit(({ email, password: chosenPassword }) =>
    send({ email, password: chosenPassword }),
  );

  if (registration.isSuccess) return <CheckYourEmail email={registration.data.email} next={next} />;
  return (
    <Panel>
      <h1 tabIndex={-1} className="text-4xl">
        Register
      </h1>
      <p className="mt-2 text-soft">
        You get a made-up name for the board. Your email address is never shown to anyone.
      </p>
      <form noValidate onSubmit={submit} className="mt-7 space-y-5">
        {registration.isError && (
          <Notice look="danger">{messageOf(registration.error, 'Registration failed')}</Notice>
        )}
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          error={touchedFields.email ? errors.email?.message : undefined}
          {...register('email', emailRules)}
        />
        <Field
          label="Password"
          type="password"
          autoComplete="new-password"
          error={touchedFields.password ? errors.password?.message : undefined}
          {...register('password', { ...passwordRules, onChange: () => trigger('confirmation') })}
        />
        <Field
          label="Confirm Password"
          type="password"
          autoComplete="new-password"
          {...register('confirmation', {
            required: true,
            validate: (value) => value === getValues('password'),
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
    </Panel>
  );
}
