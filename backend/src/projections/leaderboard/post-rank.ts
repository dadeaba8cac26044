import { ApiProperty } from '@nestjs/swagger';
import type { Stored } from '../../kernel/document-store.js';
import { shownScore } from '../photos/rating-result.js';
import type { LeaderboardDocument } from './leaderboard.projection.js';
import { shownRating } from './listed-post.js';

/** A place among public posts. */
export class Place {
  @ApiProperty({
    type: Number,
    nullable: true,
    minimum: 1,
    description: 'From 1; null for a post that is hidden or, once its week is closed, beyond its standings.',
  })
  readonly place!: number | null;

  @ApiProperty({ description: 'Of how many.' })
  readonly of!: number;
}

/** A place in the week that a post was published in. */
export class WeekPlace extends Place {
  @ApiProperty({ description: 'ISO week.', example: '2026-W47' })
  readonly week!: string;

  @ApiProperty({ description: 'Whether the place is final.' })
  readonly isClosed!: boolean;
}

/** Why a post stands where it does: (aiScore + ratingsSum) / (1 + ratingsCount) = averageRating. */
export class PostRank {
  @ApiProperty({
    type: String,
    nullable: true,
    example: '7.4',
    description: 'Null for a post without an AI rating; then (ratingsSum / ratingsCount) = averageRating.',
  })
  readonly aiScore: string | null;

  @ApiProperty({ description: 'How many people have rated it.' })
  readonly ratingsCount: number;

  @ApiProperty({ description: 'The sum of their ratings, each a whole number from 0 to 10.' })
  readonly ratingsSum: number;

  @ApiProperty({
    example: '7.4',
    description: 'What is shown: one decimal, rounded half up; "0.0" before the first.',
  })
  readonly averageRating: string;

  @ApiProperty({
    type: String,
    enum: ['regular', 'mega'],
    nullable: true,
    description: 'What stands above the rating.',
  })
  readonly boost: 'regular' | 'mega' | null;

  @ApiProperty({ type: Place })
  readonly allTime: Place;

  @ApiProperty({ type: WeekPlace })
  readonly week: WeekPlace;

  constructor(post: Stored<LeaderboardDocument>, allTime: Place, week: WeekPlace) {
    const { aiTenths, scoreTenths, scoreCount } = post;
    this.aiScore = aiTenths === null ? null : shownScore(aiTenths / 10);
    this.ratingsCount = scoreCount - (aiTenths === null ? 0 : 1);
    this.ratingsSum = (scoreTenths - (aiTenths ?? 0)) / 10;
    this.averageRating = shownRating(post);
    this.boost = null;
    this.allTime = allTime;
    this.week = week;
  }
}
