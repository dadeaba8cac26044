import { Link } from '@tanstack/react-router';
import { messageOf } from '../../api/api-error.ts';
import { emailRules } from '../../api/credential-rules.ts';
import { useSend } from '../../api/use-send.ts';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { Refusal } from '../../components/Notice.tsx';
import { FocusHeading, Panel } from '../../components/Panel.tsx';
import { useForm } from '../../lib/use-form.ts';
import { PendingRatingStrip } from './PendingRatingStrip.tsx';
import { useForgotPassword } from './session.queries.ts';

function CheckYourEmail({ message }: { message: string }) {
  return (
    <Panel>
      <PendingRatingStrip />
      <FocusHeading className="text-4xl">Check Your Email</FocusHeading>
      <p className="mt-4 text-lg">{message}</p>
      <p className="mt-3 text-soft">The link works once, for one hour. No mail? Check your spam folder.</p>
      <Button asChild className="mt-7 w-full">
        <Link to="/login">Back to Login</Link>
      </Button>
    </Panel>
  );
}

export function ForgotPassword() {
  const forgot = useForgotPassword();
  const send = useSend(forgot);
  const { register, handleSubmit } = useForm({ defaultValues: { email: '' } });
  const submit = handleSubmit(
    ({ email }) => send(email.trim()),
    () => forgot.reset(),
  );
  if (forgot.isSuccess) return <CheckYourEmail message={forgot.data.message} />;
  return (
    <Panel>
      <PendingRatingStrip />
      <h1 tabIndex={-1} className="text-3xl sm:text-4xl">
        Forgot Password?
      </h1>
      <p className="mt-2 text-soft">
        Enter your email address, and we will send you a link to set a new password.
      </p>
      <form noValidate onSubmit={submit} className="mt-7 space-y-5">
        {forgot.isError && <Refusal>{messageOf(forgot.error, 'Failed to send reset email')}</Refusal>}
        <Field label="Email" type="email" autoComplete="email" {...register('email', emailRules)} />
        <Button type="submit" busy={forgot.isPending} className="w-full">
          {forgot.isPending ? 'Sending…' : 'Send Reset Link'}
        </Button>
      </form>
      <p className="mt-6 border-t border-rule pt-5 text-soft">
        Remembered it?{' '}
        <Link to="/login" className="text-link">
          Back to Login
        </Link>
      </p>
    </Panel>
  );
}
