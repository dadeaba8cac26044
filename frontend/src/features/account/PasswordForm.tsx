import { hasFieldErrors, messageOf } from '../../api/api-error.ts';
import { isSamePassword, passwordLengthProblem, passwordChecklist } from '../../api/credential-rules.ts';
import { useSession } from '../../api/session.ts';
import { useSend } from '../../api/use-send.ts';
import { Button } from '../../components/Button.tsx';
import { Checklist } from '../../components/Checklist.tsx';
import { AccountName, PasswordField } from '../../components/Field.tsx';
import { Refusal, PassingNotice, usePassing } from '../../components/Notice.tsx';
import { Section } from '../../components/Section.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useUpdatePassword } from './account.queries.ts';

export function PasswordForm() {
  const { user } = useSession();
  const update = useUpdatePassword();
  const [saved, showSaved] = usePassing();
  const { register, handleSubmit, watch, reset, setError, getValues, formState } = useForm({
    defaultValues: { currentPassword: '', newPassword: '', confirmation: '' },
  });
  const send = useSend(update, {
    setError,
    fields: ['currentPassword', 'newPassword'],
    onSuccess: () => {
      reset();
      showSaved('Password updated');
    },
  });
  const { errors } = formState;
  // What the server finds wrong with a field stands at the field, until it is corrected.
  const isRefused =
    update.isError &&
    (!hasFieldErrors(update.error) || Boolean(errors.currentPassword ?? errors.newPassword));
  const [newPassword, confirmation] = watch(['newPassword', 'confirmation']);

  const submit = handleSubmit(({ currentPassword, newPassword: chosen }) =>
    send({ currentPassword, newPassword: chosen }),
  );

  return (
    <Section title="Change Password" anchor="password">
      <form noValidate onSubmit={submit} className="max-w-md space-y-5">
        <AccountName value={user?.email} />
        <PasswordField
          label="Current Password"
          {...register('currentPassword', { required: 'Current password is required' })}
        />
        <PasswordField
          isNew
          label="New Password"
          {...register('newPassword', {
            validate: (value) => passwordLengthProblem(value, 'New password'),
          })}
        />
        <PasswordField
          isNew
          label="Confirm New Password"
          {...register('confirmation', {
            required: 'Please confirm your new password',
            validate: (value) => isSamePassword(value, getValues('newPassword')) || "Passwords don't match",
          })}
        />
        <Checklist items={passwordChecklist(newPassword, confirmation)} />
        {isRefused && (
          <Refusal title="Failed to Update Password">
            {!hasFieldErrors(update.error) && messageOf(update.error)}
          </Refusal>
        )}
        <div className="-mb-3 flex flex-wrap items-center gap-x-5 gap-y-2 sm:mb-0 sm:w-max">
          <Button type="submit" busy={update.isPending} className="w-full sm:w-auto">
            {update.isPending ? 'Updating…' : 'Update Password'}
          </Button>
          <PassingNotice text={saved} />
        </div>
      </form>
    </Section>
  );
}
