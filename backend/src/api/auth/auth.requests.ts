import { Flag, Omissible, Text, type Words } from '../../contract/fields.js';
import { applyDecorators } from '@nestjs/common';
import { MaxLength, ValidateBy, type ValidationArguments } from 'class-validator';
import { INVALID_RESET } from '../../domain/account/credentials.js';
import { isEmailAddress, isNewEmailAddress, normaliseEmail } from '../http/email-address.js';
import { weakness } from './weak-passwords.js';

const INVALID_EMAIL = 'Please enter a valid email address';

/** A field with an address that mail can be sent to. */
function IsEmailAddress(): PropertyDecorator {
  const defaultMessage = () => INVALID_EMAIL;
  return ValidateBy({ name: 'isEmailAddress', validator: { validate: isEmailAddress, defaultMessage } });
}

/** A field with an address that an account or admin gets, see {@link isNewEmailAddress}. */
export function IsNewEmailAddress(message = INVALID_EMAIL): PropertyDecorator {
  const defaultMessage = () => message;
  return ValidateBy({
    name: 'isNewEmailAddress',
    validator: { validate: isNewEmailAddress, defaultMessage },
  });
}

/** Rejects passwords that anybody would guess: see {@link weakness}. */
export function IsStrongPassword(): PropertyDecorator {
  return ValidateBy({
    name: 'isStrongPassword',
    validator: {
      // The length is checked elsewhere. To compare a text of any length would take seconds.
      validate: (value: unknown) => typeof value !== 'string' || isTooLong(value) || weakness(value) === null,
      defaultMessage: ({ value } = { value: '' } as ValidationArguments) => weakness(String(value)) ?? '',
    },
  });
}

const SHORTEST_PASSWORD = 8;
export const LONGEST_PASSWORD = 128;
/** In characters as they are typed: one of NFC is up to four, and a variation selector may follow each. */
export const LONGEST_TYPED_PASSWORD = 5 * LONGEST_PASSWORD;
/** Each is up to two units of UTF-16. */
const isTooLong = (typed: string) => typed.length > 2 * LONGEST_TYPED_PASSWORD;

/** A new password of at most 128 characters, in NFC. Combine it with {@link IsStrongPassword}. */
export const newPassword = (min = SHORTEST_PASSWORD) =>
  ({
    format: 'password',
    min,
    max: LONGEST_PASSWORD,
    normalise: (typed: string) => (isTooLong(typed) ? typed : typed.normalize('NFC')),
    message: 'Please enter a password',
    tooShort: `Password must be at least ${min} characters`,
    tooLong: `Password must be at most ${LONGEST_PASSWORD} characters`,
  }) satisfies Words;

/** The password of an account, as it is typed. Impossible ones are rejected before the lookup. */
export const KNOWN_PASSWORD = {
  format: 'password',
  min: 1,
  max: LONGEST_TYPED_PASSWORD,
  message: 'Please enter your password',
  tooLong: `Password must be at most ${LONGEST_PASSWORD} characters`,
} satisfies Words;

const LONGEST_EMAIL = 254;

/** An address as it is typed; `isValid` is its check. */
function Email(isValid: PropertyDecorator): PropertyDecorator {
  return applyDecorators(
    Text({ format: 'email', max: LONGEST_EMAIL, example: 'ann@example.org', normalise: normaliseEmail }),
    isValid,
    MaxLength(LONGEST_EMAIL, { message: `An email address has at most ${LONGEST_EMAIL} characters` }),
  );
}

class WithEmail {
  @Email(IsEmailAddress()) readonly email!: string;
}

class WithNewEmail {
  @Email(IsNewEmailAddress()) readonly email!: string;
}

export class RegisterRequest extends WithNewEmail {
  @IsStrongPassword() @Text(newPassword()) readonly password!: string;
}

export class LoginRequest extends WithEmail {
  @Text(KNOWN_PASSWORD) readonly password!: string;
}

/**
 * The token of a verification link. The browser that registered sends nothing else; others send the password of the
 * account, or a new one.
 */
export class VerifyEmailRequest {
  @Text({ max: 200, filled: true, message: 'No verification token provided', tooLong: 'Verification failed' })
  readonly token!: string;

  @Omissible(Text, { about: 'The password of the account.', ...KNOWN_PASSWORD }) readonly password?: string;

  @IsStrongPassword()
  @Omissible(Text, {
    about: 'For a person who does not know the password. Ends all other sessions of the account.',
    ...newPassword(),
  })
  readonly newPassword?: string;

  @Omissible(Flag, {
    about: 'Whether to sign out of the account that this browser is signed in to, if it is another one.',
    message: 'Please send true or false',
  })
  readonly replaceSession?: boolean;
}

export class ConfirmUserRequest {
  @Text(KNOWN_PASSWORD) readonly password!: string;
}

export class ResendVerificationRequest extends WithEmail {}

/** The right address of an unverified account. */
export class ChangeEmailRequest extends WithNewEmail {}

export class ForgotPasswordRequest extends WithEmail {}

export class ResetPasswordRequest {
  @Text({ max: 200, filled: true, message: 'No reset token provided', tooLong: INVALID_RESET })
  readonly token!: string;

  @IsStrongPassword() @Text(newPassword()) readonly password!: string;
}

export class UpdatePasswordRequest {
  @Text(KNOWN_PASSWORD) readonly currentPassword!: string;
  @IsStrongPassword() @Text(newPassword()) readonly newPassword!: string;
}

export class UnsubscribeQuery {
  @Text({ max: 300, filled: true, message: 'This link is not valid.' }) readonly token!: string;
}
