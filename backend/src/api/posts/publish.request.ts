import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches, MaxLength } from 'class-validator';
import { PendingRatingRequest } from '../photos/pending-rating.requests.js';

const INVALID = { message: 'Invalid saved rating' };
const SCORE = /^\d{1,2}\.\d$/;

/** The rating to publish, just as the upload answered it. */
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

/** The post that was made. */
export class Published {
  @ApiProperty({ format: 'uuid' })
  readonly id!: string;
}
