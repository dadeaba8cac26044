import { OneOf, Text } from '../../contract/fields.js';
import { ApiProperty } from '@nestjs/swagger';
import { MAIL_KINDS, type MailKind } from '../../domain/account/mail-kind.js';

export class PasswordSet {
  @OneOf([true]) readonly success!: true;
}

/** A message that does not reveal whether an account exists. */
export class Message {
  @Text({ example: 'If an account exists, a verification email has been sent.' }) readonly message!: string;
}

export class UnsubscribeKinds {
  @ApiProperty({ enum: MAIL_KINDS, enumName: 'MailKind', isArray: true })
  readonly kinds!: readonly MailKind[];
}
