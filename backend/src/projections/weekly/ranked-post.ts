import { ApiProperty } from '@nestjs/swagger';
import type { Standing } from '../../domain/week/week.events.js';
import type { Stored } from '../../kernel/document-store.js';
import type { PublicPerson } from '../accounts/people.queries.js';
import type { LeaderboardDocument } from '../leaderboard/leaderboard.projection.js';
import { shownRating } from '../leaderboard/listed-post.js';
import { Post } from '../leaderboard/post.js';

/** A post with its place on the board of a week. Once the week is closed, rating and votes are those of that moment. */
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

/** The place of a post that is gone by now, or whose owner is: nothing of them is shown but how the post stood. */
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
