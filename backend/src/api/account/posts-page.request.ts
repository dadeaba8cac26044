import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';

const CURSOR = { message: 'This page of the list is not to be found. Please start again' };

/** Which page of a person's posts. */
export class PostsPageRequest {
  @ApiPropertyOptional({ maxLength: 500, description: 'From the `Link` header of the page before.' })
  @IsOptional()
  @IsString(CURSOR)
  @MaxLength(500, CURSOR)
  readonly cursor?: string;
}
