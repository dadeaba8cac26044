import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';

export const PAGE_SIZE = 100;

const SEARCH = { message: 'A search has at most 50 characters' };
const CURSOR = { message: 'This page of the list is not to be found. Please start again' };
const LIMIT = { message: `A page has 1 to ${PAGE_SIZE} posts` };

/** Which posts, in which order, and which page of them. */
export class ListPostsRequest {
  @ApiPropertyOptional({ maxLength: 50, description: 'Part of a username.' })
  @IsOptional()
  @IsString(SEARCH)
  @MaxLength(50, SEARCH)
  readonly search?: string;

  @ApiPropertyOptional({ enum: ['recent', 'top'], default: 'recent' })
  @IsOptional()
  @IsIn(['recent', 'top'], { message: 'Posts sort by "recent" or "top"' })
  readonly sort: 'recent' | 'top' = 'recent';

  @ApiPropertyOptional({ maxLength: 500, description: 'From the `Link` header of the page before.' })
  @IsOptional()
  @IsString(CURSOR)
  @MaxLength(500, CURSOR)
  readonly cursor?: string;

  @ApiPropertyOptional({ minimum: 1, maximum: PAGE_SIZE, default: PAGE_SIZE })
  @IsOptional()
  @Type(() => Number)
  @IsInt(LIMIT)
  @Min(1, LIMIT)
  @Max(PAGE_SIZE, LIMIT)
  readonly limit: number = PAGE_SIZE;
}
