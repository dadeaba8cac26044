import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { Winner } from '../../projections/weekly/week-posts.js';
import { PageRequest } from '../posts/page.request.js';

const WEEKS_A_PAGE = 12;
const MOST_WEEKS = 52;

const LIMIT = { message: `A page has 1 to ${MOST_WEEKS} weeks` };

/** Which page of the Hall of Fame. */
export class HallOfFameRequest extends PageRequest {
  @ApiPropertyOptional({ minimum: 1, maximum: MOST_WEEKS, default: WEEKS_A_PAGE })
  @IsOptional()
  @Type(() => Number)
  @IsInt(LIMIT)
  @Min(1, LIMIT)
  @Max(MOST_WEEKS, LIMIT)
  readonly limit: number = WEEKS_A_PAGE;
}

/** A week that is over, with its first three. */
export class HallOfFameWeek {
  @ApiProperty({ description: 'ISO week.', example: '2026-W46' })
  readonly week!: string;

  @ApiProperty({ format: 'date-time', description: 'Monday 00:00.' })
  readonly startsAt!: string;

  @ApiProperty({ format: 'date-time', description: 'The Monday after.' })
  readonly endsAt!: string;

  @ApiProperty({ type: [Winner], description: 'Best first; fewer where fewer posts were on the board.' })
  readonly winners!: readonly Winner[];
}
