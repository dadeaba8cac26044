import { useForm } from 'react-hook-form';
import { messageOf } from '../../api/api-error.ts';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts';
import { emailRules } from './credential-rules.ts';
import { useResendVerification } from './session.queries.ts';

/** Asks for another verification mail to an address that the person types. */
export function ResendForm() {
  const resend = useResendVerification();
  const once = useOneAtATime();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '' } });
  const submit = handleSubmit(({ email }) => once((done) => resend.mutate(email, { onSettled: done })));
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        error={formState.errors.email?.message}
        {...register('email', emailRules)}
      />
      <Button type="submit" busy={resend.isPending} className="w-full">
        Resend Verification Email
      </Button>
      {resend.isSuccess && <Notice look="calm">{resend.data.message}</Notice>}
      {resend.isError && (
        <Notice look="danger">{messageOf(resend.error, 'Failed to resend verification email')}</Notice>
      )}
    </form>
  );
}
