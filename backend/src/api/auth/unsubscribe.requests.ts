import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength, MinLength } from 'class-validator';
import { MAIL_KINDS, type MailKind } from '../../domain/account/mail-kind.js';

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
