import { ApiProperty } from '@nestjs/swagger';
import type { Stored } from '../../kernel/document-store.js';
import type { LeaderboardDocument } from '../leaderboard/leaderboard.projection.js';
import { ListedPost, shownRating } from '../leaderboard/listed-post.js';

/** A post among those of its author, as everybody sees it. */
export class ProfilePost extends ListedPost {
  @ApiProperty({ description: 'One decimal; "0.0" before the first rating.', example: '7.4' })
  readonly overallRating: string;

  @ApiProperty({ description: 'How many scores the rating is made of, the AI score included.' })
  readonly ratingsCount: number;

  constructor(post: Stored<LeaderboardDocument>) {
    super(post);
    this.overallRating = shownRating(post);
    this.ratingsCount = post.scoreCount;
  }
}
