import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsEmail, IsString, MaxLength, MinLength } from 'class-validator';
import { IsUncommonPassword } from './common-passwords.js';
import { normaliseEmail } from './email-address.js';

const LONGEST_EMAIL = 254;
const SHORTEST_PASSWORD = 8;
const LONGEST_PASSWORD = 128;

/**
 * An address, brought into its one spelling. (The lowest check of a field is made first, and only the first
 * failure is told.)
 */
class WithEmail {
  @ApiProperty({ format: 'email', maxLength: LONGEST_EMAIL, example: 'ann@example.org' })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? normaliseEmail(value) : value))
  @MaxLength(LONGEST_EMAIL, { message: `An email address has at most ${LONGEST_EMAIL} characters` })
  @IsEmail({ allow_utf8_local_part: false }, { message: 'Please enter a valid email address' })
  readonly email!: string;
}

/** A new account. */
export class RegisterRequest extends WithEmail {
  @ApiProperty({ format: 'password', minLength: SHORTEST_PASSWORD, maxLength: LONGEST_PASSWORD })
  @IsUncommonPassword()
  @MaxLength(LONGEST_PASSWORD, { message: `Password must be at most ${LONGEST_PASSWORD} characters` })
  @MinLength(SHORTEST_PASSWORD, { message: `Password must be at least ${SHORTEST_PASSWORD} characters` })
  @IsString({ message: 'Please enter a password' })
  readonly password!: string;
}

/** The address and the password of an account. */
export class LoginRequest extends WithEmail {
  @ApiProperty({ format: 'password', minLength: 1, maxLength: LONGEST_PASSWORD })
  @MaxLength(LONGEST_PASSWORD, { message: `Password must be at most ${LONGEST_PASSWORD} characters` })
  @MinLength(1, { message: 'Please enter your password' })
  @IsString({ message: 'Please enter your password' })
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

/** A sentence, and nothing that could be told from it. */
export class Message {
  @ApiProperty({ example: 'If an account exists, a verification email has been sent.' })
  readonly message!: string;
}
