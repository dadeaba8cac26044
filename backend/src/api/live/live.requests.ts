import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Matches } from 'class-validator';
import { LivePost } from '../../projections/leaderboard/shown-posts.js';

const PLACE = { message: 'after is the id of an event' };

/** Where a stream is to go on. */
export class LiveRequest {
  @ApiPropertyOptional({
    pattern: String.raw`^\d{1,16}$`,
    description: 'The id of the last event that was read, for those who can set no Last-Event-ID.',
  })
  @IsOptional()
  @IsString(PLACE)
  @Matches(/^\d{1,16}$/, PLACE)
  readonly after?: string;
}

/** The data of an event `posts`: what has changed at public posts, as it is now. */
export class LiveMessage {
  @ApiProperty({ type: [LivePost], description: 'Every post that was touched, the new ones too.' })
  readonly posts!: readonly LivePost[];

  @ApiProperty({ type: [String], format: 'uuid', description: 'Ids of posts that are new on the board.' })
  readonly published!: readonly string[];

  @ApiProperty({ type: [String], format: 'uuid', description: 'Ids of posts that are gone.' })
  readonly removed!: readonly string[];
}
