import { IsObject, IsOptional } from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Flag, OneOf, Optional, SizedText, Text, type Words } from '../../contract/fields.js';
import { SHORTEST_ADMIN_PASSWORD } from '../../domain/admin/admin.js';
import { ADMIN_ROLES, type AdminRole } from '../../domain/admin/admin-role.js';
import {
  IsNewEmailAddress,
  IsStrongPassword,
  LONGEST_TYPED_PASSWORD,
  newPassword,
} from '../auth/auth.requests.js';
import { written } from '../../shared/visible-text.js';
import { normaliseEmail } from '../http/email-address.js';

const LONGEST_NAME = 64;
const LONGEST_CODE = 64;
const LONGEST_PASSKEY_NAME = 50;
const LONGEST_REASON = 500;

const REASON = {
  max: LONGEST_REASON,
  normalise: written,
  tooLong: `A reason has at most ${LONGEST_REASON} characters`,
};
const ROLE = { message: `The role must be one of ${ADMIN_ROLES.join(', ')}` };

const CODE = {
  about: 'Of the authenticator app, or a recovery code.',
  limit: LONGEST_CODE,
  message: 'Please enter a code',
  tooLong: `code must be shorter than or equal to ${LONGEST_CODE} characters`,
} satisfies Words;

const CURRENT_PASSWORD = {
  format: 'password',
  filled: true,
  limit: LONGEST_TYPED_PASSWORD,
  message: 'Current password is required',
  tooLong: `currentPassword must be shorter than or equal to ${LONGEST_TYPED_PASSWORD} characters`,
} satisfies Words;

export class AdminLoginRequest {
  @SizedText({ limit: LONGEST_NAME, message: 'Username is required' }) readonly username!: string;

  @SizedText({ format: 'password', limit: LONGEST_TYPED_PASSWORD, message: 'Password is required' })
  readonly password!: string;

  @Optional(Text, CODE) readonly code?: string;
}

export class AdminPasswordRequest {
  @Text(CURRENT_PASSWORD) readonly currentPassword!: string;
  @IsStrongPassword() @Text(newPassword(SHORTEST_ADMIN_PASSWORD)) readonly newPassword!: string;
}

export class EnrolTotpRequest {
  @SizedText({ about: 'The offer of the secret.', limit: 300, message: 'Please connect the app again' })
  readonly offer!: string;
  @Text({ ...CODE, about: 'A code that the app shows for this secret.' }) readonly code!: string;
}

/** The answer of an authenticator, whose fields the library checks. */
const AuthenticatorResponse = ({ required = true } = {}) =>
  applyDecorators(
    ...(required ? [] : [IsOptional()]),
    IsObject({ message: 'The answer of the passkey is missing' }),
    (required ? ApiProperty : ApiPropertyOptional)({
      type: 'object',
      additionalProperties: true,
      description: 'What `navigator.credentials` returned, in the JSON form of WebAuthn.',
    }),
  );

export class AddPasskeyRequest {
  @SizedText({
    min: 1,
    max: LONGEST_PASSKEY_NAME,
    normalise: (name) => name.trim(),
    message: 'Please enter a name',
    tooLong: `A name has at most ${LONGEST_PASSKEY_NAME} characters`,
  })
  readonly name!: string;

  @AuthenticatorResponse() readonly response!: object;
}

export class PasskeyLoginRequest {
  @AuthenticatorResponse() readonly response!: object;
}

/** Shows once more who is signed in: by a passkey, or by the password and the code of the app if one is connected. */
export class IdentityRequest {
  @Optional(Text, CURRENT_PASSWORD) readonly currentPassword?: string;
  @Optional(Text, { ...CODE, about: `${CODE.about.slice(0, -1)}; needed with an app.` })
  readonly code?: string;
  @AuthenticatorResponse({ required: false }) readonly response?: object;
}

/** Every act in the back office has a reason. */
export class ReasonRequest {
  @SizedText({ ...REASON, message: 'Please give a reason' }) readonly reason!: string;
}

export class AdminRoleRequest extends ReasonRequest {
  @OneOf(ADMIN_ROLES, ROLE) readonly role!: AdminRole;
}

export class AdminRightsRequest {
  @Flag({ message: 'isAdmin must be true or false' }) readonly isAdmin!: boolean;
  @Optional(SizedText, REASON) readonly reason?: string;
}

export class InviteAdminRequest {
  @IsNewEmailAddress('Please enter a valid email')
  @SizedText({ format: 'email', max: 254, normalise: normaliseEmail })
  readonly email!: string;
  @OneOf(ADMIN_ROLES, ROLE) readonly role!: AdminRole;
}

export class AcceptInvitationRequest {
  @SizedText({ max: 300, about: 'From the link of the mail.' }) readonly token!: string;

  @SizedText({
    min: 3,
    max: LONGEST_NAME,
    message: 'Username is required',
    tooLong: `A username has at most ${LONGEST_NAME} characters`,
  })
  readonly username!: string;

  @IsStrongPassword() @Text(newPassword(SHORTEST_ADMIN_PASSWORD)) readonly password!: string;
}

export class NewAdminPasswordRequest {
  @SizedText({ max: 300, about: 'From the link that the terminal printed.' }) readonly token!: string;
  @IsStrongPassword() @Text(newPassword(SHORTEST_ADMIN_PASSWORD)) readonly password!: string;
}

export class ProposalsQuery {
  @Optional(OneOf(['open']), {
    about: 'Only those that wait, the first due first.',
    message: 'status must be open',
  })
  readonly status?: 'open';
}
