import { ApiProperty } from '@nestjs/swagger';
import { IsHash, IsString, Matches, MaxLength } from 'class-validator';

const INVALID = { message: 'Invalid saved rating' };
const SCORE = /^\d{1,2}\.\d$/;

/** The rating to publish, just as the upload answered it. */
export class PublishRequest {
  @ApiProperty({ maxLength: 200 })
  @IsString(INVALID)
  @MaxLength(200, INVALID)
  readonly imageUrl!: string;

  @ApiProperty({ minLength: 64, maxLength: 64 })
  @IsHash('sha256', INVALID)
  readonly imageHash!: string;

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
