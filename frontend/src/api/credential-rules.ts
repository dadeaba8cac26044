import { wholeLength } from '../lib/text-length.ts';
import { limits } from './limits.ts';

const { email, password } = limits.RegisterRequest;

/** The least number of characters of a password. */
const shortestPassword = password.minLength;

/** Whether a password has no fewer characters than the least. */
export function isLongEnough(chosen: string): boolean {
  return wholeLength(chosen) >= shortestPassword;
}

/** The conditions that a new password must meet, each with whether it does. */
export function passwordChecklist(chosen: string, confirmation: string) {
  return [
    [`At least ${shortestPassword} characters`, isLongEnough(chosen)],
    ['Passwords match', confirmation !== '' && chosen === confirmation],
  ] as const;
}

/** What is wrong with the length of a password, which the sentence calls `what`; undefined when it is right. */
export function passwordLengthProblem(chosen: string, what = 'Password'): string | undefined {
  if (!isLongEnough(chosen)) return `${what} must be at least ${shortestPassword} characters`;
  if (wholeLength(chosen) > password.maxLength) {
    return `${what} must be at most ${password.maxLength} characters`;
  }
  return undefined;
}

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
  const message = passwordLengthProblem(chosen);
  return message === undefined ? undefined : { field: 'password', message };
}

/** What the password field must hold, for react-hook-form. */
export const passwordRules = {
  required: 'Please enter your password',
  validate: (value: string) => passwordLengthProblem(value),
};
