import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { Field } from '../../../components/Field.tsx';

/** What an admin enters to change how they sign in. */
export interface PasswordAndCodeValues {
  currentPassword: string;
  code: string;
}

export const noPasswordAndCode: PasswordAndCodeValues = { currentPassword: '', code: '' };

interface PasswordAndCodeProps {
  register: UseFormRegister<PasswordAndCodeValues>;
  errors: FieldErrors<PasswordAndCodeValues>;
  /** Whether a recovery code does as well, which has letters too. */
  takesRecoveryCode?: boolean;
}

/** The fields for the password and a code of the authenticator app. */
export function PasswordAndCode({ register, errors, takesRecoveryCode = false }: PasswordAndCodeProps) {
  return (
    <>
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...register('currentPassword', { required: 'Current password is required' })}
      />
      <Field
        label="Code"
        inputMode={takesRecoveryCode ? undefined : 'numeric'}
        autoComplete="one-time-code"
        hint={takesRecoveryCode ? 'Of the app, or a recovery code.' : undefined}
        error={errors.code?.message}
        {...register('code', { validate: (value) => value.trim() !== '' || 'Please enter a code' })}
      />
    </>
  );
}
