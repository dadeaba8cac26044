import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsString, MaxLength, MinLength } from 'class-validator';
import { INVALID_RESET } from '../../domain/account/credentials.js';
import { normaliseEmail } from '../http/email-address.js';
import { IsEmailAddress } from './email.field.js';
import { KnownPassword, NewPassword } from './password.fields.js';

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
