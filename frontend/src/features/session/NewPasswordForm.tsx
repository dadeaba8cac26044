import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { newPasswordProblem, passwordChecklist } from '../../api/credential-rules.ts';
import { useSend } from '../../api/use-send.ts';
import { Button } from '../../components/Button.tsx';
import { Checklist } from '../../components/Checklist.tsx';
import { Field, PasswordField } from '../../components/Field.tsx';
import { useForm } from '../../lib/use-form.ts';

interface NewPasswordFormProps<Body> {
  request: UseMutationResult<unknown, Error, Body>;
  bodyOf: (password: string) => Body;
  /** The name of the new password in the request. */
  field: 'password' | 'newPassword';
  /** Called when the passwords were not sent, because they do not match or have the wrong length. */
  onInvalid?: () => void;
  /** The label of the button, and while the request is in flight. */
  labels: readonly [idle: string, busy: string];
  className?: string;
  /** Above the fields. */
  children?: ReactNode;
}

/** Asks for a new password twice. */
export function NewPasswordForm<Body>({
  request,
  bodyOf,
  field,
  onInvalid,
  labels: [idle, busy],
  className = 'space-y-5',
  children,
}: NewPasswordFormProps<Body>) {
  const { register, handleSubmit, watch, setError } = useForm({
    defaultValues: { password: '', confirmation: '' },
  });
  const [password, confirmation] = watch(['password', 'confirmation']);
  const send = useSend(request, {
    onError: (error) => {
      const message = error instanceof ApiError && error.fieldErrors[field]?.[0];
      if (message) setError('password', { message }, { shouldFocus: true });
    },
  });
  const submit = handleSubmit((values) => {
    const problem = newPasswordProblem(values);
    if (!problem) return send(bodyOf(values.password));
    onInvalid?.();
    setError(problem.field, { message: problem.message }, { shouldFocus: true });
  });
  return (
    <form noValidate onSubmit={submit} className={className}>
      {children}
      <Field label="New Password" type="password" autoComplete="new-password" {...register('password')} />
      <PasswordField isNew label="Confirm New Password" {...register('confirmation')} />
      <Checklist items={passwordChecklist(password, confirmation)} />
      <Button type="submit" busy={request.isPending} className="w-full">
        {request.isPending ? busy : idle}
      </Button>
    </form>
  );
}
