import { ApiPropertyOptional } from '@nestjs/swagger';
import type { AccountEvents } from '../../domain/account/account.events.js';

type Links = NonNullable<AccountEvents['ProfileChanged']['socialLinks']>;

/** Where else a person is to be found; each a username or an address. */
export class SocialLinks implements Links {
  @ApiPropertyOptional()
  readonly instagram?: string;

  @ApiPropertyOptional()
  readonly twitter?: string;

  @ApiPropertyOptional()
  readonly tiktok?: string;

  @ApiPropertyOptional()
  readonly youtube?: string;

  @ApiPropertyOptional()
  readonly snapchat?: string;
}
