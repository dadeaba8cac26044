import { ApiProperty } from '@nestjs/swagger';
import type { Standing } from '../../domain/week/week.events.js';
import type { Stored } from '../../kernel/document-store.js';
import type { PublicPerson } from '../accounts/people.queries.js';
import type { LeaderboardDocument } from '../leaderboard/leaderboard.projection.js';
import { imageUrlOf } from '../photos/rating-result.js';
import { shownRating } from '../leaderboard/listed-post.js';

/** One of the first three of a week that is over. Of a post that is gone by now only its place is left. */
export class Winner {
  @ApiProperty({ minimum: 1, maximum: 3 })
  readonly rank: number;

  @ApiProperty({ format: 'uuid' })
  readonly postId: string;

  @ApiProperty({ description: 'As the week was closed; one decimal.', example: '9.2' })
  readonly averageRating: string;

  @ApiProperty({ description: 'As the week was closed.' })
  readonly ratingsCount: number;

  @ApiProperty({ description: 'Whether the post is gone by now; then everything below is null.' })
  readonly removed: boolean;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  readonly userId: string | null;

  @ApiProperty({ type: String, nullable: true })
  readonly username: string | null;

  @ApiProperty({ type: String, nullable: true })
  readonly displayUsername: string | null;

  @ApiProperty({ type: String, nullable: true })
  readonly profilePictureUrl: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The 1280 pixel rendition.' })
  readonly imageUrl: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'A placeholder of some 25 bytes, base64.' })
  readonly thumbhash: string | null;

  @ApiProperty({ type: Number, nullable: true, description: 'Of the largest rendition, in pixels.' })
  readonly width: number | null;

  @ApiProperty({ type: Number, nullable: true, description: 'Of the largest rendition, in pixels.' })
  readonly height: number | null;

  /** @param shown the post and its author, if both are still there and public */
  constructor(standing: Standing, shown: { post: Stored<LeaderboardDocument>; author: PublicPerson } | null) {
    this.rank = standing.rank;
    this.postId = standing.postId;
    this.averageRating = shownRating(standing);
    this.ratingsCount = standing.scoreCount;
    this.removed = shown === null;
    this.userId = shown?.post.ownerId ?? null;
    this.username = shown?.author.username ?? null;
    this.displayUsername = shown?.author.displayUsername ?? null;
    this.profilePictureUrl = shown?.author.profilePictureUrl ?? null;
    this.imageUrl = shown ? imageUrlOf(shown.post._id) : null;
    this.thumbhash = shown?.post.picture.thumbhash ?? null;
    this.width = shown?.post.picture.width ?? null;
    this.height = shown?.post.picture.height ?? null;
  }
}
