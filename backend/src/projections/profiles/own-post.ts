import { ApiProperty } from '@nestjs/swagger';
import type { Stored } from '../../kernel/document-store.js';
import type { LeaderboardDocument } from '../leaderboard/leaderboard.projection.js';
import { ListedPost, shownRating } from '../leaderboard/listed-post.js';

/** A post as its author sees it among their own, hidden or not. */
export class OwnPost extends ListedPost {
  @ApiProperty({ description: 'One decimal; "0.0" before the first rating.', example: '7.4' })
  readonly averageRating: string;

  @ApiProperty({ description: 'How many scores the average is made of, the AI score included.' })
  readonly voteCount: number;

  @ApiProperty({ description: 'False while only its author sees it.' })
  readonly isPublic: boolean;

  @ApiProperty({ type: [String], description: 'Why it is hidden; empty when it is not.' })
  readonly moderationFlags: readonly string[];

  constructor(post: Stored<LeaderboardDocument>) {
    super(post);
    this.averageRating = shownRating(post);
    this.voteCount = post.scoreCount;
    this.isPublic = post.isPublic;
    this.moderationFlags = post.isPublic ? [] : post.moderationFlags;
  }
}
