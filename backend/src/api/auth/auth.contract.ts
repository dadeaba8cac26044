import { applyDecorators } from '@nestjs/common';
import { MaxLength, ValidateBy, type ValidationArguments } from 'class-validator';
import { Text, type Words } from '../../contract/fields.js';
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

export class WithEmail {
  @Email(IsEmailAddress()) readonly email!: string;
}

export class WithNewEmail {
  @Email(IsNewEmailAddress()) readonly email!: string;
}

export class LoginRequest extends WithEmail {
  @Text(KNOWN_PASSWORD) readonly password!: string;
}

/** A message that does not reveal whether an account exists. */
export class Message {
  @Text({ example: 'If an account exists, a verification email has been sent.' }) readonly message!: string;
}
