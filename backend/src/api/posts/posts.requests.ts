import { Id } from '../../contract/fields.js';
import { NotFoundException, Param, ParseUUIDPipe } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { PageRequest } from '../http/paging.js';
import { PendingRatingRequest } from '../photos/photos.requests.js';

/** The post id in the path. An impossible id is a post that does not exist. */
export const PostId = () => Param('id', new ParseUUIDPipe({ exceptionFactory: postNotFound }));

/** The message for a post that does not exist or that the user may not see. */
export function postNotFound(): NotFoundException {
  return new NotFoundException('Post not found');
}

export const PAGE_SIZE = 100;

const SEARCH = { message: 'A search has at most 50 characters' };
const LIMIT = { message: `A page has 1 to ${PAGE_SIZE} posts` };

/** Filter, order and page of the list of posts. */
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

const INVALID = { message: 'Invalid saved rating' };
const SCORE = /^\d{1,2}\.\d$/;

/** The rating to publish, as the upload returned it. */
export class PublishRequest extends PendingRatingRequest {
  @ApiProperty({ example: '7.4' })
  @Matches(SCORE, INVALID)
  readonly averageRating!: string;

  @ApiProperty({ example: '7.0' })
  @Matches(SCORE, INVALID)
  readonly toeAlignment!: string;

  @ApiProperty({ example: '8.1' })
  @Matches(SCORE, INVALID)
  readonly toeNails!: string;

  @ApiProperty({ example: '6.9' })
  @Matches(SCORE, INVALID)
  readonly footShape!: string;

  @ApiProperty({ example: '7.6' })
  @Matches(SCORE, INVALID)
  readonly aesthetic!: string;

  @ApiProperty({ maxLength: 280 })
  @IsString(INVALID)
  @MaxLength(280, INVALID)
  readonly aiComment!: string;
}

/** The new post. */
export class Published {
  @Id() readonly id!: string;
}
