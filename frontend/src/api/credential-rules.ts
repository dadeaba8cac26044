import { wholeLength } from '../lib/text-length.ts';
import { limits } from './generated/limits.ts';

const { email, password } = limits.RegisterRequest;

/** The minimum length of a password, in characters. */
const shortestPassword = password.minLength;

/** The form that is compared: canonically equivalent spellings are one password. */
const formOf = (chosen: string) => chosen.normalize('NFC');

export function isLongEnough(chosen: string): boolean {
  return wholeLength(formOf(chosen)) >= shortestPassword;
}

export function isSamePassword(one: string, other: string): boolean {
  return formOf(one) === formOf(other);
}

/** The conditions that a new password must meet, each with whether it is met. */
export function passwordChecklist(chosen: string, confirmation: string) {
  return [
    [`At least ${shortestPassword} characters`, isLongEnough(chosen)],
    ['Passwords match', confirmation !== '' && isSamePassword(chosen, confirmation)],
  ] as const;
}

/** The lengths of a password, in characters. */
type Allowed = Readonly<Record<'minLength' | 'maxLength', number>>;

/** What is wrong with the length of a password, called `what` in the message; undefined if it is valid. */
export function passwordLengthProblem(
  chosen: string,
  what = 'Password',
  allowed?: Allowed,
): string | undefined {
  return lengthProblem(formOf(chosen), what, allowed);
}

function lengthProblem(form: string, what: string, { minLength, maxLength }: Allowed = password) {
  const length = wholeLength(form);
  if (length < minLength) return `${what} must be at least ${minLength} characters`;
  if (length > maxLength) return `${what} must be at most ${maxLength} characters`;
  return undefined;
}

/** The same of the password of an account. Older ones were measured as they were typed then: in one of these forms. */
function knownPasswordProblem(typed: string): string | undefined {
  const forms = [typed, typed.normalize('NFD'), formOf(typed)];
  return forms.every((form) => lengthProblem(form, 'Password')) ? passwordLengthProblem(typed) : undefined;
}

/** The rules of an email field, for react-hook-form. */
export const emailRules = {
  required: 'Please enter your email address',
  maxLength: {
    value: email.maxLength,
    message: `An email address has at most ${email.maxLength} characters`,
  },
  validate: (value: string) => /^\S+@\S+\.\S+$/.test(value.trim()) || 'Please enter a valid email address',
};

/** The values of a form that asks for a new password twice. */
export interface NewPassword {
  password: string;
  confirmation: string;
}

/** The first problem of a new password, and the field that has it; undefined if it can be sent. */
export function newPasswordProblem({
  password: chosen,
  confirmation,
}: NewPassword): { field: keyof NewPassword; message: string } | undefined {
  if (chosen === '') return { field: 'password', message: 'Please fill in all fields' };
  if (confirmation === '') return { field: 'confirmation', message: 'Please fill in all fields' };
  if (!isSamePassword(chosen, confirmation))
    return { field: 'confirmation', message: 'Passwords do not match' };
  const message = passwordLengthProblem(chosen);
  return message === undefined ? undefined : { field: 'password', message };
}

const passwordRequired = 'Please enter your password';

/** The rules of a field for the password of the account, for react-hook-form. No account has one of another length. */
export const currentPasswordRules = {
  required: passwordRequired,
  validate: (value: string) => knownPasswordProblem(value) === undefined || 'Current password is incorrect',
};

/** The rules of the field for the password of a sign-in, for react-hook-form. */
export const signInPasswordRules = {
  required: passwordRequired,
  validate: knownPasswordProblem,
};

/** The rules of a field for a new password, for react-hook-form. */
export const passwordRules = {
  required: passwordRequired,
  validate: (value: string) => passwordLengthProblem(value),
};
