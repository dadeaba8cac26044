import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { IsOptional, IsString, Matches } from 'class-validator';
import { RankedPost, RemovedPost } from '../../projections/weekly/week-posts.js';

const WEEK = { message: 'A week looks like 2026-W47' };

/** Which week's board. */
export class WeeklyBoardRequest {
  @ApiPropertyOptional({
    pattern: String.raw`^\d{4}-W\d{2}$`,
    example: '2026-W47',
    description: 'ISO week; that which is running when it is left out.',
  })
  @IsOptional()
  @IsString(WEEK)
  @Matches(/^\d{4}-W\d{2}$/, WEEK)
  readonly week?: string;
}

/** The board of one week. */
@ApiExtraModels(RankedPost, RemovedPost)
export class WeeklyBoard {
  @ApiProperty({ description: 'ISO week.', example: '2026-W47' })
  readonly week!: string;

  @ApiProperty({ format: 'date-time', description: 'Monday 00:00.' })
  readonly startsAt!: string;

  @ApiProperty({ format: 'date-time', description: 'The Monday after.' })
  readonly endsAt!: string;

  @ApiProperty({ description: 'Whether these are the standings for good.' })
  readonly isClosed!: boolean;

  @ApiProperty({
    type: 'array',
    items: { oneOf: [{ $ref: getSchemaPath(RankedPost) }, { $ref: getSchemaPath(RemovedPost) }] },
    description: 'Best first, by rating alone; 100 at most.',
  })
  readonly posts!: readonly (RankedPost | RemovedPost)[];
}
