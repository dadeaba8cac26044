import type { Path, UseFormRegister } from 'react-hook-form';
import { Field } from '../../../components/Field.tsx';

/** What an admin enters to change how they sign in. */
export interface PasswordAndCodeValues {
  currentPassword: string;
  code: string;
}

export const noPasswordAndCode: PasswordAndCodeValues = { currentPassword: '', code: '' };

interface PasswordAndCodeProps<Values extends PasswordAndCodeValues> {
  register: UseFormRegister<Values>;
  errors: Partial<Record<keyof PasswordAndCodeValues, { message?: string | undefined }>>;
  /** Whether there is an app, and so a code. */
  asksForCode?: boolean;
  /** Whether a recovery code does as well, which has letters too. */
  takesRecoveryCode?: boolean;
}

/** The fields for the password and a code of the authenticator app, in a form that may have others. */
export function PasswordAndCode<Values extends PasswordAndCodeValues>({
  register,
  errors,
  asksForCode = true,
  takesRecoveryCode = false,
}: PasswordAndCodeProps<Values>) {
  return (
    <>
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...register('currentPassword' as Path<Values>, { required: 'Current password is required' })}
      />
      {asksForCode && (
        <Field
          label="Code"
          inputMode={takesRecoveryCode ? undefined : 'numeric'}
          autoComplete="one-time-code"
          hint={takesRecoveryCode ? 'Of the app, or a recovery code.' : undefined}
          error={errors.code?.message}
          {...register('code' as Path<Values>, {
            validate: (value) => String(value).trim() !== '' || 'Please enter a code',
          })}
        />
      )}
    </>
  );
}
