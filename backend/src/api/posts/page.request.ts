import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { NO_SUCH_PAGE } from './cursor.js';

const CURSOR = { message: NO_SUCH_PAGE };

/** Which page of a list. */
export class PageRequest {
  @ApiPropertyOptional({ maxLength: 500, description: 'From the `Link` header of the page before.' })
  @IsOptional()
  @IsString(CURSOR)
  @MaxLength(500, CURSOR)
  readonly cursor?: string;
}
