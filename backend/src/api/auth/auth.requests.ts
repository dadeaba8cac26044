import { OneOf, Text } from '../../contract/fields.js';
import {
  IsBoolean,
  isEmail,
  IsString,
  MaxLength,
  MinLength,
  ValidateBy,
  ValidateIf,
  type ValidationArguments,
} from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { INVALID_RESET } from '../../domain/account/credentials.js';
import { normaliseEmail } from '../http/email-address.js';
import { hasUnseen } from '../../domain/visible-text.js';
import { weakness } from './weak-passwords.js';
import { MAIL_KINDS, type MailKind } from '../../domain/account/mail-kind.js';

/**
 * Quoted local parts may contain blanks by the standard, but no common provider allows them: here they are typing
 * errors.
 */
const RULES = { allow_utf8_local_part: false, blacklisted_chars: String.raw`\s` } as const;

/** A field with an address that mail can be sent to: ASCII before the `@`, no blanks, nothing invisible. */
export function IsEmailAddress(): PropertyDecorator {
  return ValidateBy({
    name: 'isEmailAddress',
    validator: {
      // The validator counts bytes and throws on a lone surrogate.
      validate: (value: unknown) =>
        typeof value === 'string' && value.isWellFormed() && !hasUnseen(value) && isEmail(value, RULES),
      defaultMessage: () => 'Please enter a valid email address',
    },
  });
}

/** Rejects passwords that anybody would guess: see {@link weakness}. */
export function IsStrongPassword(): PropertyDecorator {
  return ValidateBy({
    name: 'isStrongPassword',
    validator: {
      validate: (value: unknown) => typeof value !== 'string' || weakness(value) === null,
      defaultMessage: ({ value } = { value: '' } as ValidationArguments) => weakness(String(value)) ?? '',
    },
  });
}

const SHORTEST_PASSWORD = 8;
const LONGEST_PASSWORD = 128;

const isNotTooLong = () =>
  MaxLength(LONGEST_PASSWORD, { message: `Password must be at most ${LONGEST_PASSWORD} characters` });

/** A field for a new password: 8 to 128 characters, not one that anybody would guess. */
export function NewPassword(options: PasswordField = {}): PropertyDecorator {
  return applyDecorators(
    ...optionally(options),
    IsString({ message: 'Please enter a password' }),
    MinLength(SHORTEST_PASSWORD, { message: `Password must be at least ${SHORTEST_PASSWORD} characters` }),
    isNotTooLong(),
    IsStrongPassword(),
    ApiProperty({
      ...options,
      format: 'password',
      minLength: SHORTEST_PASSWORD,
      maxLength: LONGEST_PASSWORD,
    }),
  );
}

/** Password login; impossible values are rejected before lookup. */
export function KnownPassword(options: PasswordField = {}): PropertyDecorator {
  const message = 'Please enter your password';
  return applyDecorators(
    ...optionally(options),
    IsString({ message }),
    MinLength(1, { message }),
    isNotTooLong(),
    ApiProperty({ ...options, format: 'password', minLength: 1, maxLength: LONGEST_PASSWORD }),
  );
}

/** How a password field differs from a required one. */
interface PasswordField {
  readonly required?: false;
  readonly description?: string;
}

/** Null is not the same as a field that is left out. */
function optionally({ required }: PasswordField): PropertyDecorator[] {
  return required === false ? [ValidateIf((_, value) => value !== undefined)] : [];
}

const LONGEST_EMAIL = 254;

/** Normalises an address. (Validators run from the last decorator to the first; only the first failure is reported.) */
class WithEmail {
  @ApiProperty({ format: 'email', maxLength: LONGEST_EMAIL, example: 'ann@example.org' })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? normaliseEmail(value) : value))
  @MaxLength(LONGEST_EMAIL, { message: `An email address has at most ${LONGEST_EMAIL} characters` })
  @IsEmailAddress()
  readonly email!: string;
}

/** Request to create an account. */
export class RegisterRequest extends WithEmail {
  @NewPassword()
  readonly password!: string;
}

/** The address and the password of an account. */
export class LoginRequest extends WithEmail {
  @KnownPassword()
  readonly password!: string;
}

/**
 * The token of a verification link. The browser that registered sends nothing else; others send the password of the
 * account, or a new one.
 */
export class VerifyEmailRequest {
  @ApiProperty({ maxLength: 200 })
  @MaxLength(200, { message: 'Verification failed' })
  @MinLength(1, { message: 'No verification token provided' })
  @IsString({ message: 'No verification token provided' })
  readonly token!: string;

  @KnownPassword({ required: false, description: 'The password of the account.' })
  readonly password?: string;

  @NewPassword({
    required: false,
    description: 'For a person who does not know the password. Ends all other sessions of the account.',
  })
  readonly newPassword?: string;

  @ApiPropertyOptional({
    type: Boolean,
    description:
      'Whether to sign out of the account that this browser is signed in to, if it is another one.',
  })
  @ValidateIf((_, value) => value !== undefined)
  @IsBoolean({ message: 'Please send true or false' })
  readonly replaceSession?: boolean;
}

/** The address to send another verification link to. */
export class ResendVerificationRequest extends WithEmail {}

/** The right address of an unverified account. */
export class ChangeEmailRequest extends WithEmail {}

/** The address to send a password reset link to. */
export class ForgotPasswordRequest extends WithEmail {}

/** The token of a reset link, and the new password. */
export class ResetPasswordRequest {
  @ApiProperty({ maxLength: 200 })
  @MaxLength(200, { message: INVALID_RESET })
  @MinLength(1, { message: 'No reset token provided' })
  @IsString({ message: 'No reset token provided' })
  readonly token!: string;

  @NewPassword()
  readonly password!: string;
}

/** A password change, confirmed with the current password. */
export class UpdatePasswordRequest {
  @KnownPassword()
  readonly currentPassword!: string;

  @NewPassword()
  readonly newPassword!: string;
}

/** Response after a password change. */
export class PasswordSet {
  @OneOf([true]) readonly success!: true;
}

/** A message that does not reveal whether an account exists. */
export class Message {
  @Text({ example: 'If an account exists, a verification email has been sent.' }) readonly message!: string;
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

/** The kinds of mail that an unsubscribe link stops. */
export class UnsubscribeKinds {
  @ApiProperty({ enum: MAIL_KINDS, enumName: 'MailKind', isArray: true })
  readonly kinds!: readonly MailKind[];
}
