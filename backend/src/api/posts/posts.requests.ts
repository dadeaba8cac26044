import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';

export const PAGE_SIZE = 100;

/** Which posts, in which order, and which page of them. */
export class ListPostsRequest {
  @ApiPropertyOptional({ maxLength: 50, description: 'Part of a username.' })
  @IsOptional()
  @IsString()
  @MaxLength(50)
  readonly search?: string;

  @ApiPropertyOptional({ enum: ['recent', 'top'], default: 'recent' })
  @IsOptional()
  @IsIn(['recent', 'top'])
  readonly sort: 'recent' | 'top' = 'recent';

  @ApiPropertyOptional({ maxLength: 500, description: 'From the `Link` header of the page before.' })
  @IsOptional()
  @IsString()
  @MaxLength(500)
  readonly cursor?: string;

  @ApiPropertyOptional({ minimum: 1, maximum: PAGE_SIZE, default: PAGE_SIZE })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(PAGE_SIZE)
  readonly limit: number = PAGE_SIZE;
}
