import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength, MinLength } from 'class-validator';
import { IsUncommonPassword } from './common-passwords.js';

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
