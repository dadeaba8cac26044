import { ApiProperty } from '@nestjs/swagger';
import { LivePost } from '../../projections/leaderboard/shown-posts.js';

/** The data of an event `posts`: what has changed at public posts, as it is now. */
export class LiveMessage {
  @ApiProperty({ type: [LivePost], description: 'Every post that was touched, the new ones too.' })
  readonly posts!: readonly LivePost[];

  @ApiProperty({ type: [String], format: 'uuid', description: 'Ids of posts that are new on the board.' })
  readonly published!: readonly string[];

  @ApiProperty({ type: [String], format: 'uuid', description: 'Ids of posts that are gone.' })
  readonly removed!: readonly string[];
}
