import { ApiProperty } from '@nestjs/swagger';
import type { Stored } from '../../kernel/document-store.js';
import { imageUrlOf, shownScore } from '../photos/rating-result.js';
import { type LeaderboardDocument, shownTenths } from './leaderboard.projection.js';

/** What every list shows of a post: its picture, its figures, its boost. */
export abstract class ListedPost {
  @ApiProperty({ format: 'uuid' })
  readonly id: string;

  @ApiProperty({ description: 'The 1280 pixel rendition; 640.webp and 320.webp stand beside it.' })
  readonly imageUrl: string;

  @ApiProperty({ description: 'A placeholder of some 25 bytes, base64.' })
  readonly thumbhash: string;

  @ApiProperty({ description: 'Of the largest rendition, in pixels.' })
  readonly width: number;

  @ApiProperty({ description: 'Of the largest rendition, in pixels.' })
  readonly height: number;

  @ApiProperty()
  readonly likesCount: number;

  @ApiProperty()
  readonly commentsCount: number;

  @ApiProperty()
  readonly isBoosted: boolean;

  @ApiProperty({ enum: ['regular', 'mega'], nullable: true, type: String })
  readonly boostType: 'regular' | 'mega' | null;

  @ApiProperty({ format: 'date-time' })
  readonly createdAt: string;

  constructor(post: Stored<LeaderboardDocument>) {
    this.id = post._id;
    this.imageUrl = imageUrlOf(post._id);
    this.thumbhash = post.picture.thumbhash;
    this.width = post.picture.width;
    this.height = post.picture.height;
    this.likesCount = post.likesCount;
    this.commentsCount = post.commentsCount;
    this.isBoosted = false;
    this.boostType = null;
    this.createdAt = post.publishedAt;
  }
}

/** The rating that is shown: one decimal, `0.0` before the first. */
export function shownRating(post: Pick<LeaderboardDocument, 'scoreTenths' | 'scoreCount'>): string {
  return shownScore(shownTenths(post) / 10);
}
