import { ApiProperty } from '@nestjs/swagger';
import { Post } from '../../projections/leaderboard/post.js';

/** The board of one week. */
export class WeeklyBoard {
  @ApiProperty({ description: 'ISO week.', example: '2026-W47' })
  readonly week!: string;

  @ApiProperty({ format: 'date-time', description: 'Monday 00:00.' })
  readonly startsAt!: string;

  @ApiProperty({ format: 'date-time', description: 'The Monday after.' })
  readonly endsAt!: string;

  @ApiProperty({ type: [Post], description: 'Best first.' })
  readonly posts!: readonly Post[];
}
