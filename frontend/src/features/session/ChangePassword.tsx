import type { UseMutationResult } from '@tanstack/react-query';
import { hasFieldErrors, messageOf } from '../../api/api-error.ts';
import { isSamePassword, type passwordChecklist } from '../../api/credential-rules.ts';
import { useSend } from '../../api/use-send.ts';
import { Button } from '../../components/Button.tsx';
import { Checklist } from '../../components/Checklist.tsx';
import { AccountName, PasswordField } from '../../components/Field.tsx';
import { Refusal, PassingNotice, usePassing } from '../../components/Notice.tsx';
import { Section } from '../../components/Section.tsx';
import { useForm } from '../../lib/use-form.ts';

interface ChangePasswordProps {
  /** The name of the account. */
  account: string | undefined;
  update: UseMutationResult<unknown, Error, { currentPassword: string; newPassword: string }>;
  intro?: string;
  /** What is wrong with the new password. */
  problemOf: (chosen: string) => string | undefined;
  /** What the new password has to be, for a list that follows the typing. */
  checklist?: typeof passwordChecklist;
}

/** Changes the password of the person who is signed in. */
export function ChangePassword({ account, update, intro, problemOf, checklist }: ChangePasswordProps) {
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
  const submit = handleSubmit((values) =>
    send({ currentPassword: values.currentPassword, newPassword: values.newPassword }),
  );
  return (
    <Section title="Change Password" anchor="password" intro={intro}>
      <form noValidate onSubmit={submit} className="max-w-md space-y-5">
        <AccountName value={account} />
        <PasswordField
          label="Current Password"
          {...register('currentPassword', { required: 'Current password is required' })}
        />
        <PasswordField isNew label="New Password" {...register('newPassword', { validate: problemOf })} />
        <PasswordField
          isNew
          label="Confirm New Password"
          {...register('confirmation', {
            required: 'Please confirm your new password',
            validate: (value) => isSamePassword(value, getValues('newPassword')) || "Passwords don't match",
          })}
        />
        {checklist && <Checklist items={checklist(newPassword, confirmation)} />}
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
