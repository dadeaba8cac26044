import {
  IsBoolean,
  IsEmail,
  IsIn,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  MaxLength,
  MinLength,
} from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { SHORTEST_ADMIN_PASSWORD } from '../../domain/admin/admin.js';
import { ADMIN_ROLES, type AdminRole } from '../../domain/admin/admin-roles.events.js';
import { Transform } from 'class-transformer';
import { IsStrongPassword } from '../auth/auth.requests.js';
import { normaliseEmail } from '../http/email-address.js';

const LONGEST_PASSWORD = 128;
const LONGEST_NAME = 64;
const LONGEST_CODE = 32;
const LONGEST_PASSKEY_NAME = 50;
const LONGEST_REASON = 500;
const LONGEST_EMAIL = 254;
const LONGEST_TOKEN = 300;

const Code = () => applyDecorators(IsString({ message: 'Please enter a code' }), MaxLength(LONGEST_CODE));

/** A field for the new password of an admin: 12 to 128 characters, not one of the most common. */
const NewAdminPassword = () =>
  applyDecorators(
    IsString({ message: 'Please enter a password' }),
    MinLength(SHORTEST_ADMIN_PASSWORD, {
      message: `Password must be at least ${SHORTEST_ADMIN_PASSWORD} characters`,
    }),
    MaxLength(LONGEST_PASSWORD, { message: `Password must be at most ${LONGEST_PASSWORD} characters` }),
    IsStrongPassword(),
    ApiProperty({ format: 'password', minLength: SHORTEST_ADMIN_PASSWORD, maxLength: LONGEST_PASSWORD }),
  );

const CurrentPassword = () =>
  applyDecorators(
    IsString({ message: 'Current password is required' }),
    IsNotEmpty({ message: 'Current password is required' }),
    MaxLength(LONGEST_PASSWORD),
    ApiProperty({ format: 'password' }),
  );

export class AdminLoginRequest {
  @IsString({ message: 'Username is required' })
  @IsNotEmpty({ message: 'Username is required' })
  @MaxLength(LONGEST_NAME)
  @ApiProperty()
  readonly username!: string;

  @IsString({ message: 'Password is required' })
  @IsNotEmpty({ message: 'Password is required' })
  @MaxLength(LONGEST_PASSWORD)
  @ApiProperty({ format: 'password' })
  readonly password!: string;

  @IsOptional()
  @Code()
  @ApiPropertyOptional({ description: 'Of the authenticator app, or a recovery code.' })
  readonly code?: string;
}

export class AdminPasswordRequest {
  @CurrentPassword()
  readonly currentPassword!: string;

  @NewAdminPassword()
  readonly newPassword!: string;
}

export class EnrolTotpRequest {
  @CurrentPassword()
  readonly currentPassword!: string;

  @IsString()
  @MaxLength(64)
  @ApiProperty({ description: 'The secret that was offered, in Base32.' })
  readonly secret!: string;

  @Code()
  @ApiProperty({ description: 'A code that the app shows for this secret.' })
  readonly code!: string;
}

export class RemoveTotpRequest {
  @CurrentPassword()
  readonly currentPassword!: string;

  @Code()
  @ApiProperty({ description: 'Of the authenticator app, or a recovery code.' })
  readonly code!: string;
}

/** Shows once more who is signed in, before passkeys change. */
export class ProofRequest {
  @CurrentPassword()
  readonly currentPassword!: string;

  @IsOptional()
  @Code()
  @ApiPropertyOptional({ description: 'Of the authenticator app, or a recovery code; needed with an app.' })
  readonly code?: string;
}

/** The answer of an authenticator, whose fields the library checks. */
const AuthenticatorResponse = () =>
  applyDecorators(
    IsObject({ message: 'The answer of the passkey is missing' }),
    ApiProperty({
      type: 'object',
      additionalProperties: true,
      description: 'What `navigator.credentials` returned, in the JSON form of WebAuthn.',
    }),
  );

export class AddPasskeyRequest {
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  @IsString({ message: 'Please enter a name' })
  @IsNotEmpty({ message: 'Please enter a name' })
  @MaxLength(LONGEST_PASSKEY_NAME, { message: `A name has at most ${LONGEST_PASSKEY_NAME} characters` })
  @ApiProperty({ minLength: 1, maxLength: LONGEST_PASSKEY_NAME })
  readonly name!: string;

  @AuthenticatorResponse()
  readonly response!: object;
}

export class PasskeyLoginRequest {
  @AuthenticatorResponse()
  readonly response!: object;
}

/** Every act in the back office has a reason. */
export class ReasonRequest {
  @IsString({ message: 'Please give a reason' })
  @IsNotEmpty({ message: 'Please give a reason' })
  @MaxLength(LONGEST_REASON, { message: `A reason has at most ${LONGEST_REASON} characters` })
  @ApiProperty({ maxLength: LONGEST_REASON })
  readonly reason!: string;
}

export class AdminRoleRequest extends ReasonRequest {
  @IsIn(ADMIN_ROLES, { message: `The role must be one of ${ADMIN_ROLES.join(', ')}` })
  @ApiProperty({ enum: ADMIN_ROLES })
  readonly role!: AdminRole;
}

export class AdminRightsRequest {
  @IsBoolean({ message: 'isAdmin must be true or false' })
  @ApiProperty()
  readonly isAdmin!: boolean;

  @IsOptional()
  @IsString()
  @MaxLength(LONGEST_REASON, { message: `A reason has at most ${LONGEST_REASON} characters` })
  @ApiPropertyOptional({ maxLength: LONGEST_REASON })
  readonly reason?: string;
}

export class InviteAdminRequest {
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? normaliseEmail(value) : value))
  @IsEmail({}, { message: 'Please enter a valid email' })
  @MaxLength(LONGEST_EMAIL)
  @ApiProperty({ format: 'email', maxLength: LONGEST_EMAIL })
  readonly email!: string;

  @IsIn(ADMIN_ROLES, { message: `The role must be one of ${ADMIN_ROLES.join(', ')}` })
  @ApiProperty({ enum: ADMIN_ROLES })
  readonly role!: AdminRole;
}

export class AcceptInvitationRequest {
  @IsString({ message: 'The link is not complete' })
  @MaxLength(LONGEST_TOKEN)
  @ApiProperty({ maxLength: LONGEST_TOKEN, description: 'From the link of the mail.' })
  readonly token!: string;

  @IsString({ message: 'Username is required' })
  @IsNotEmpty({ message: 'Username is required' })
  @MaxLength(LONGEST_NAME, { message: `A username has at most ${LONGEST_NAME} characters` })
  @ApiProperty({ minLength: 3, maxLength: LONGEST_NAME })
  readonly username!: string;

  @NewAdminPassword()
  readonly password!: string;
}
