import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Stored } from '../../infrastructure/document-store/document-store.port.js';
import type { PublicPerson } from '../accounts/people.queries.js';
import { SocialLinks } from '../accounts/social-links.js';
import { imageUrlOf, shownScore } from '../photos/rating-result.js';
import { type LeaderboardDocument, shownTenths } from './leaderboard.projection.js';

/** A post as everybody sees it. */
export class Post {
  @ApiProperty({ format: 'uuid' })
  readonly id: string;

  @ApiPropertyOptional({ format: 'uuid', description: 'Missing when the post is not linked to a profile.' })
  readonly userId?: string;

  @ApiProperty({ description: 'The 1280 pixel rendition; 640.webp and 320.webp stand beside it.' })
  readonly imageUrl: string;

  @ApiProperty()
  readonly imageHash: string;

  @ApiProperty({ description: 'A placeholder of some 25 bytes, base64.' })
  readonly thumbhash: string;

  @ApiProperty({ description: 'Of the largest rendition, in pixels.' })
  readonly width: number;

  @ApiProperty({ description: 'Of the largest rendition, in pixels.' })
  readonly height: number;

  @ApiProperty({ description: 'One decimal; "0.0" before the first rating.', example: '7.4' })
  readonly averageRating: string;

  @ApiProperty({ description: 'How many scores the average is made of, the AI score included.' })
  readonly ratingsCount: number;

  @ApiProperty()
  readonly likesCount: number;

  @ApiProperty()
  readonly commentsCount: number;

  @ApiProperty()
  readonly username: string;

  @ApiProperty({ type: String, nullable: true })
  readonly displayUsername: string | null;

  @ApiProperty({ type: String, nullable: true })
  readonly bio: string | null;

  @ApiProperty({ type: SocialLinks, nullable: true })
  readonly socialLinks: SocialLinks | null;

  @ApiProperty({ type: String, nullable: true })
  readonly profilePictureUrl: string | null;

  @ApiProperty()
  readonly isBoosted: boolean;

  @ApiProperty({ enum: ['regular', 'mega'], nullable: true, type: String })
  readonly boostType: 'regular' | 'mega' | null;

  @ApiProperty()
  readonly isPublic: boolean;

  @ApiProperty()
  readonly isModerated: boolean;

  @ApiProperty({
    type: [String],
    description: 'Why it waits for a review; empty for everybody but its owner.',
  })
  readonly moderationFlags: readonly string[];

  @ApiProperty({ format: 'date-time' })
  readonly createdAt: string;

  constructor(post: Stored<LeaderboardDocument>, author: PublicPerson | undefined) {
    this.id = post._id;
    if (author) this.userId = post.ownerId;
    this.imageUrl = imageUrlOf(post._id);
    this.imageHash = post.picture.imageHash;
    this.thumbhash = post.picture.thumbhash;
    this.width = post.picture.width;
    this.height = post.picture.height;
    this.averageRating = shownScore(shownTenths(post) / 10);
    this.ratingsCount = post.scoreCount;
    this.likesCount = post.likesCount;
    this.commentsCount = post.commentsCount;
    this.username = author?.username ?? 'Anonymous';
    this.displayUsername = author?.displayUsername ?? null;
    this.bio = author?.bio ?? null;
    this.socialLinks = author?.socialLinks ?? null;
    this.profilePictureUrl = author?.profilePictureUrl ?? null;
    this.isBoosted = false;
    this.boostType = null;
    this.isPublic = post.isPublic;
    this.isModerated = post.isModerated;
    this.moderationFlags = post.isPublic ? [] : post.moderationFlags;
    this.createdAt = post.publishedAt;
  }
}
