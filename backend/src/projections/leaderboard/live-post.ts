import { ApiProperty } from '@nestjs/swagger';
import type { Stored } from '../../kernel/document-store.js';
import type { LeaderboardDocument } from './leaderboard.projection.js';
import { shownRating } from './listed-post.js';

/** What moves at a post while somebody looks at it. */
export class LivePost {
  @ApiProperty({ format: 'uuid' })
  readonly id: string;

  @ApiProperty({ description: 'One decimal; "0.0" before the first rating.', example: '7.4' })
  readonly averageRating: string;

  @ApiProperty({ description: 'How many scores the average is made of, the AI score included.' })
  readonly ratingsCount: number;

  @ApiProperty()
  readonly likesCount: number;

  @ApiProperty()
  readonly commentsCount: number;

  constructor(post: Stored<LeaderboardDocument>) {
    this.id = post._id;
    this.averageRating = shownRating(post);
    this.ratingsCount = post.scoreCount;
    this.likesCount = post.likesCount;
    this.commentsCount = post.commentsCount;
  }
}
