import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../api/api-error.ts';
import { isSamePassword } from '../../../api/credential-rules.ts';
import { useSend } from '../../../api/use-send.ts';
import { Button } from '../../../components/Button.tsx';
import { AccountName, Field } from '../../../components/Field.tsx';
import { PassingNotice, usePassing } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { useFailureToast } from '../../../components/toast.ts';
import { adminQuery } from '../session/admin.queries.ts';
import { adminPasswordProblem, shortestAdminPassword } from '../session/admin-password.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useChangeAdminPassword } from './own-login.queries.ts';

export function OwnPassword() {
  const { data: admin } = useQuery(adminQuery);
  const update = useChangeAdminPassword();
  const failure = useFailureToast();
  const [saved, showSaved] = usePassing();
  const { register, handleSubmit, reset, setError, getValues, formState } = useForm({
    defaultValues: { currentPassword: '', newPassword: '', confirmation: '' },
  });
  const send = useSend(update, {
    setError,
    fields: ['currentPassword', 'newPassword'],
    onSuccess: () => {
      failure.clear();
      reset();
      showSaved('Password updated');
    },
    onError: (error) => failure.tell('Failed to Update Password', messageOf(error)),
  });
  const { errors } = formState;
  const submit = handleSubmit(({ currentPassword, newPassword }) => send({ currentPassword, newPassword }));
  return (
    <Section
      title="Change Password"
      anchor="password"
      intro={`At least ${shortestAdminPassword} characters. Your other sessions end.`}
    >
      <form noValidate onSubmit={submit} className="max-w-md space-y-4">
        <AccountName value={admin?.username} />
        <Field
          label="Current Password"
          type="password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...register('currentPassword', { required: 'Current password is required' })}
        />
        <Field
          label="New Password"
          type="password"
          autoComplete="new-password"
          error={errors.newPassword?.message}
          {...register('newPassword', { validate: adminPasswordProblem })}
        />
        <Field
          label="Confirm New Password"
          type="password"
          autoComplete="new-password"
          error={errors.confirmation?.message}
          {...register('confirmation', {
            required: 'Please confirm your new password',
            validate: (value) => isSamePassword(value, getValues('newPassword')) || "Passwords don't match",
          })}
        />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <Button type="submit" busy={update.isPending}>
            {update.isPending ? 'Updating…' : 'Update Password'}
          </Button>
          <PassingNotice text={saved} />
        </div>
      </form>
    </Section>
  );
}
