import { limits } from '../../api/limits.ts';

const { email, password } = limits.RegisterRequest;

/** The least number of characters of a password. */
export const shortestPassword = password.minLength;

/** What the email field must hold, for react-hook-form. */
export const emailRules = {
  required: 'Please enter your email address',
  maxLength: {
    value: email.maxLength,
    message: `An email address has at most ${email.maxLength} characters`,
  },
  validate: (value: string) => /^\S+@\S+\.\S+$/.test(value.trim()) || 'Please enter a valid email address',
};

/** What a form that asks for a new password twice holds. */
export interface NewPassword {
  password: string;
  confirmation: string;
}

/** The first thing that is wrong with a new password, and the field to mend; undefined when it can be sent. */
export function newPasswordProblem({
  password: chosen,
  confirmation,
}: NewPassword): { field: keyof NewPassword; message: string } | undefined {
  if (chosen === '') return { field: 'password', message: 'Please fill in all fields' };
  if (confirmation === '') return { field: 'confirmation', message: 'Please fill in all fields' };
  if (chosen !== confirmation) return { field: 'confirmation', message: 'Passwords do not match' };
  if (chosen.length < password.minLength) {
    return { field: 'password', message: passwordRules.minLength.message };
  }
  if (chosen.length > password.maxLength) {
    return { field: 'password', message: passwordRules.maxLength.message };
  }
  return undefined;
}

/** What the password field must hold, for react-hook-form. */
export const passwordRules = {
  required: 'Please enter your password',
  minLength: {
    value: password.minLength,
    message: `Password must be at least ${password.minLength} characters`,
  },
  maxLength: {
    value: password.maxLength,
    message: `Password must be at most ${password.maxLength} characters`,
  },
};
