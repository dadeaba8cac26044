import { hasFieldErrors, messageOf } from '../../api/api-error.ts';
import { emailRules } from '../../api/credential-rules.ts';
import type { User } from '../../api/generated/schema.d.ts';
import { useSend } from '../../api/use-send.ts';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useChangeEmail } from './session.queries.ts';

/** Says that the address waits for verification, and corrects it: a mistyped one never gets its mail. */
export function PendingEmail({ user }: { user: User }) {
  const change = useChangeEmail();
  const { register, handleSubmit, reset, setError } = useForm({ defaultValues: { email: '' } });
  const send = useSend(change, {
    setError,
    fields: ['email'],
    onSuccess: () => reset(),
  });
  const submit = handleSubmit(({ email }) => send(email));
  return (
    <div className="space-y-4">
      <p>
        <strong className="font-bold break-words">{user.email}</strong> is waiting for verification. Open the
        link in the mail that we sent to it.
      </p>
      <form noValidate onSubmit={submit} className="space-y-4">
        <Field
          label="New Email"
          type="email"
          autoComplete="email"
          hint="Mistyped? Enter the right address, and we send a link to it. Earlier links stop working."
          {...register('email', emailRules)}
        />
        <Button type="submit" look="secondary" busy={change.isPending} className="w-full sm:w-auto">
          {change.isPending ? 'Changing…' : 'Change Email'}
        </Button>
        <div role="status" className="empty:sr-only">
          {change.isSuccess && <Notice look="calm">{`We sent a link to ${change.data.email}.`}</Notice>}
        </div>
        {change.isError && !hasFieldErrors(change.error) && (
          <Notice look="danger">{messageOf(change.error, 'Failed to change the email address')}</Notice>
        )}
      </form>
    </div>
  );
}
