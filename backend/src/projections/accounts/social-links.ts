import { ApiPropertyOptional } from '@nestjs/swagger';

/** Where else a person is to be found; each a username or an address. */
export class SocialLinks {
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
