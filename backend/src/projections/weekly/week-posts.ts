import { ApiProperty } from '@nestjs/swagger';
import type { Standing } from '../../domain/week/week.events.js';
import type { Stored } from '../../kernel/document-store.js';
import type { PublicPerson } from '../accounts/people.reader.js';
import type { LeaderboardDocument } from '../leaderboard/leaderboard.projection.js';
import { Post, shownRating } from '../leaderboard/shown-posts.js';
import { imageUrlOf } from '../photos/rating-result.js';

/** A post with its rank on the board of a week. Once the week is closed, average and votes are those of that moment. */
export class RankedPost extends Post {
  @ApiProperty({ minimum: 1, description: 'The place on the board of the week.' })
  readonly rank: number;

  @ApiProperty({ type: Boolean, enum: [false] })
  readonly removed = false as const;

  /** @param figures the sum of all scores and how many they are; those of the post itself while the week runs */
  constructor(
    post: Stored<LeaderboardDocument>,
    author: PublicPerson | undefined,
    rank: number,
    figures: Pick<Standing, 'scoreTenths' | 'scoreCount'> = post,
  ) {
    super({ ...post, ...scoresOf(figures) }, author);
    this.rank = rank;
  }
}

/** The rank of a post that was deleted, or whose owner was: only its figures are shown. */
export class RemovedPost {
  @ApiProperty({ format: 'uuid' })
  readonly id: string;

  @ApiProperty({ minimum: 1, description: 'The place on the board of the week.' })
  readonly rank: number;

  @ApiProperty({ type: Boolean, enum: [true] })
  readonly removed = true as const;

  @ApiProperty({ description: 'As the week was closed; one decimal.', example: '7.4' })
  readonly averageRating: string;

  @ApiProperty({ description: 'As the week was closed.' })
  readonly ratingsCount: number;

  constructor(standing: Standing) {
    this.id = standing.postId;
    this.rank = standing.rank;
    this.averageRating = shownRating(standing);
    this.ratingsCount = standing.scoreCount;
  }
}

function scoresOf({ scoreTenths, scoreCount }: Pick<Standing, 'scoreTenths' | 'scoreCount'>) {
  return { scoreTenths, scoreCount };
}

/** One of the first three of a closed week. For a deleted post only its rank and figures remain. */
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
