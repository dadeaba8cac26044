import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength, MinLength } from 'class-validator';

const LONGEST_PASSWORD = 128;

/** The wish to have one's account deleted, confirmed by the password that one signs in with. */
export class DeletionRequest {
  @ApiProperty({ format: 'password', minLength: 1, maxLength: LONGEST_PASSWORD })
  @MaxLength(LONGEST_PASSWORD, { message: `Password must be at most ${LONGEST_PASSWORD} characters` })
  @MinLength(1, { message: 'Please enter your password' })
  @IsString({ message: 'Please enter your password' })
  readonly password!: string;
}
