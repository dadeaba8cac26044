import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsObject, IsOptional } from 'class-validator';
import { Optional, SizedText, Text, type Words } from '../../contract/fields.js';
import { ADMIN_ROLES } from '../../domain/admin/admin-role.js';
import { written } from '../../shared/visible-text.js';
import { LONGEST_TYPED_PASSWORD } from '../auth/auth.contract.js';

export const LONGEST_NAME = 64;
const LONGEST_CODE = 64;
const LONGEST_REASON = 500;

export const REASON = {
  max: LONGEST_REASON,
  normalise: written,
  tooLong: `A reason has at most ${LONGEST_REASON} characters`,
};
export const ROLE = { message: `The role must be one of ${ADMIN_ROLES.join(', ')}` };

export const CODE = {
  about: 'Of the authenticator app, or a recovery code.',
  limit: LONGEST_CODE,
  message: 'Please enter a code',
  tooLong: `code must be shorter than or equal to ${LONGEST_CODE} characters`,
} satisfies Words;

export const CURRENT_PASSWORD = {
  format: 'password',
  filled: true,
  limit: LONGEST_TYPED_PASSWORD,
  message: 'Current password is required',
  tooLong: `currentPassword must be shorter than or equal to ${LONGEST_TYPED_PASSWORD} characters`,
} satisfies Words;

/** The answer of an authenticator, whose fields the library checks. */
export const AuthenticatorResponse = ({ required = true } = {}) =>
  applyDecorators(
    ...(required ? [] : [IsOptional()]),
    IsObject({ message: 'The answer of the passkey is missing' }),
    (required ? ApiProperty : ApiPropertyOptional)({
      type: 'object',
      additionalProperties: true,
      description: 'What `navigator.credentials` returned, in the JSON form of WebAuthn.',
    }),
  );

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
