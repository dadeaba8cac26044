import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { PageRequest } from './page.request.js';

export const PAGE_SIZE = 100;

const SEARCH = { message: 'A search has at most 50 characters' };
const LIMIT = { message: `A page has 1 to ${PAGE_SIZE} posts` };

/** Which posts, in which order, and which page of them. */
export class ListPostsRequest extends PageRequest {
  @ApiPropertyOptional({ maxLength: 50, description: 'Part of a username.' })
  @IsOptional()
  @IsString(SEARCH)
  @MaxLength(50, SEARCH)
  readonly search?: string;

  @ApiPropertyOptional({ enum: ['recent', 'top'], default: 'recent' })
  @IsOptional()
  @IsIn(['recent', 'top'], { message: 'Posts sort by "recent" or "top"' })
  readonly sort: 'recent' | 'top' = 'recent';

  @ApiPropertyOptional({ minimum: 1, maximum: PAGE_SIZE, default: PAGE_SIZE })
  @IsOptional()
  @Type(() => Number)
  @IsInt(LIMIT)
  @Min(1, LIMIT)
  @Max(PAGE_SIZE, LIMIT)
  readonly limit: number = PAGE_SIZE;
}
