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
