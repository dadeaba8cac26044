import { ApiProperty } from '@nestjs/swagger';
import { IsHash, IsString, MaxLength } from 'class-validator';
import { RatingResult } from '../../projections/photos/rating-result.js';

const INVALID = { message: 'Invalid saved rating' };

/** The rating that a visitor wants to publish once there is an account. */
export class PendingRatingRequest {
  @ApiProperty({ maxLength: 200 })
  @IsString(INVALID)
  @MaxLength(200, INVALID)
  readonly imageUrl!: string;

  @ApiProperty({ minLength: 64, maxLength: 64 })
  @IsHash('sha256', INVALID)
  readonly imageHash!: string;
}

/** The rating that waits, or null. */
export class PendingRating {
  @ApiProperty({ type: RatingResult, nullable: true })
  readonly rating!: RatingResult | null;
}
