import { ApiProperty } from '@nestjs/swagger';
import type { Stored } from '../../infrastructure/document-store/document-store.port.js';
import { type LeaderboardDocument, shownTenths } from '../leaderboard/leaderboard.projection.js';
import { imageUrlOf, shownScore } from '../photos/rating-result.js';

/** A post as its author sees it among their own, hidden or not. */
export class OwnPost {
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

  @ApiProperty({ description: 'One decimal; "0.0" before the first rating.', example: '7.4' })
  readonly averageRating: string;

  @ApiProperty({ description: 'How many scores the average is made of, the AI score included.' })
  readonly voteCount: number;

  @ApiProperty()
  readonly likesCount: number;

  @ApiProperty()
  readonly commentsCount: number;

  @ApiProperty()
  readonly isBoosted: boolean;

  @ApiProperty({ enum: ['regular', 'mega'], nullable: true, type: String })
  readonly boostType: 'regular' | 'mega' | null;

  @ApiProperty({ description: 'False while only its author sees it.' })
  readonly isPublic: boolean;

  @ApiProperty({ type: [String], description: 'Why it is hidden; empty when it is not.' })
  readonly moderationFlags: readonly string[];

  @ApiProperty({ format: 'date-time' })
  readonly createdAt: string;

  constructor(post: Stored<LeaderboardDocument>) {
    this.id = post._id;
    this.imageUrl = imageUrlOf(post._id);
    this.thumbhash = post.picture.thumbhash;
    this.width = post.picture.width;
    this.height = post.picture.height;
    this.averageRating = shownScore(shownTenths(post) / 10);
    this.voteCount = post.scoreCount;
    this.likesCount = post.likesCount;
    this.commentsCount = post.commentsCount;
    this.isBoosted = false;
    this.boostType = null;
    this.isPublic = post.isPublic;
    this.moderationFlags = post.isPublic ? [] : post.moderationFlags;
    this.createdAt = post.publishedAt;
  }
}
