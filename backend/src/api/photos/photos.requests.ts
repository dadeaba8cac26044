import { Maybe, Part } from '../../contract/fields.js';
import { ApiProperty } from '@nestjs/swagger';
import { IsHash, IsString, MaxLength } from 'class-validator';
import { RatingResult } from '../../projections/photos/rating-result.js';

const INVALID = { message: 'Invalid saved rating' };

/** The rating that a visitor wants to publish after registering. */
export class PendingRatingRequest {
  @ApiProperty({ maxLength: 200 })
  @IsString(INVALID)
  @MaxLength(200, INVALID)
  readonly imageUrl!: string;

  @ApiProperty({ minLength: 64, maxLength: 64 })
  @IsHash('sha256', INVALID)
  readonly imageHash!: string;
}

/** The remembered rating, or null. */
export class PendingRating {
  @Maybe(Part(() => RatingResult)) readonly rating!: RatingResult | null;
}
