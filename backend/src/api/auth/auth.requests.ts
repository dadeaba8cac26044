import { isEmail, IsString, MaxLength, MinLength, ValidateBy } from 'class-validator';
import { dictionary } from '@zxcvbn-ts/language-common';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { INVALID_RESET } from '../../domain/account/credentials.js';
import { normaliseEmail } from '../http/email-address.js';
import { MAIL_KINDS, type MailKind } from '../../domain/account/mail-kind.js';

/** Blanks may stand between quotes; no form takes them, and they are slips of the keyboard wherever they are found. */
const RULES = { allow_utf8_local_part: false, blacklisted_chars: String.raw`\s` } as const;

/** A field with an address that mail can be sent to: ASCII before the `@`, and without a blank. */
export function IsEmailAddress(): PropertyDecorator {
  return ValidateBy({
    name: 'isEmailAddress',
    validator: {
      // The library counts bytes, and throws at half a character.
      validate: (value: unknown) =>
        typeof value === 'string' && value.isWellFormed() && isEmail(value, RULES),
      defaultMessage: () => 'Please enter a valid email address',
    },
  });
}

/** How many of the passwords that are guessed first are refused. */
const REFUSED = 10_000;

const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common'].slice(0, REFUSED));

/** The password is none of the 10,000 that everybody tries first, in whatever letter case. */
export function IsUncommonPassword(): PropertyDecorator {
  return ValidateBy({
    name: 'isUncommonPassword',
    validator: {
      validate: (value: unknown) => typeof value !== 'string' || !COMMON.has(value.toLowerCase()),
      defaultMessage: () => 'This password is too common. Please choose another one',
    },
  });
}

const SHORTEST_PASSWORD = 8;
const LONGEST_PASSWORD = 128;

const isNotTooLong = () =>
  MaxLength(LONGEST_PASSWORD, { message: `Password must be at most ${LONGEST_PASSWORD} characters` });

/** A field with a password that somebody chooses: 8 to 128 characters, and none of the most common ones. */
export function NewPassword(): PropertyDecorator {
  return applyDecorators(
    IsString({ message: 'Please enter a password' }),
    MinLength(SHORTEST_PASSWORD, { message: `Password must be at least ${SHORTEST_PASSWORD} characters` }),
    isNotTooLong(),
    IsUncommonPassword(),
    ApiProperty({ format: 'password', minLength: SHORTEST_PASSWORD, maxLength: LONGEST_PASSWORD }),
  );
}

/** A field with a password that somebody says they have: what is none that can be had is not looked up. */
export function KnownPassword(): PropertyDecorator {
  const message = 'Please enter your password';
  return applyDecorators(
    IsString({ message }),
    MinLength(1, { message }),
    isNotTooLong(),
    ApiProperty({ format: 'password', minLength: 1, maxLength: LONGEST_PASSWORD }),
  );
}

const LONGEST_EMAIL = 254;

/**
 * An address, brought into its one spelling. (The lowest check of a field is made first, and only the first
 * failure is told.)
 */
class WithEmail {
  @ApiProperty({ format: 'email', maxLength: LONGEST_EMAIL, example: 'ann@example.org' })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? normaliseEmail(value) : value))
  @MaxLength(LONGEST_EMAIL, { message: `An email address has at most ${LONGEST_EMAIL} characters` })
  @IsEmailAddress()
  readonly email!: string;
}

/** A new account. */
export class RegisterRequest extends WithEmail {
  @NewPassword()
  readonly password!: string;
}

/** The address and the password of an account. */
export class LoginRequest extends WithEmail {
  @KnownPassword()
  readonly password!: string;
}

/** The token of a verification link. */
export class VerifyEmailRequest {
  @ApiProperty({ maxLength: 200 })
  @MaxLength(200, { message: 'Verification failed' })
  @MinLength(1, { message: 'No verification token provided' })
  @IsString({ message: 'No verification token provided' })
  readonly token!: string;
}

/** The address to send another link to. */
export class ResendVerificationRequest extends WithEmail {}

/** The address to send a link to that sets a new password. */
export class ForgotPasswordRequest extends WithEmail {}

/** The token of such a link, and the password that is to be. */
export class ResetPasswordRequest {
  @ApiProperty({ maxLength: 200 })
  @MaxLength(200, { message: INVALID_RESET })
  @MinLength(1, { message: 'No reset token provided' })
  @IsString({ message: 'No reset token provided' })
  readonly token!: string;

  @NewPassword()
  readonly password!: string;
}

/** The password that is to take the place of another, by somebody who knows that one. */
export class UpdatePasswordRequest {
  @KnownPassword()
  readonly currentPassword!: string;

  @NewPassword()
  readonly newPassword!: string;
}

/** The answer when a new password holds. */
export class PasswordSet {
  @ApiProperty({ enum: [true] })
  readonly success!: true;
}

/** A sentence, and nothing that could be told from it. */
export class Message {
  @ApiProperty({ example: 'If an account exists, a verification email has been sent.' })
  readonly message!: string;
}

const INVALID = 'This link is not valid.';

/** The token of an unsubscribe link. */
export class UnsubscribeQuery {
  @ApiProperty({ maxLength: 300 })
  @MaxLength(300, { message: INVALID })
  @MinLength(1, { message: INVALID })
  @IsString({ message: INVALID })
  readonly token!: string;
}

/** What an unsubscribe link stops. */
export class UnsubscribeKinds {
  @ApiProperty({ enum: MAIL_KINDS, enumName: 'MailKind', isArray: true })
  readonly kinds!: readonly MailKind[];
}
