import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Stored } from '../../kernel/document-store.js';
import type { PublicPerson } from '../accounts/people.queries.js';
import { SocialLinks } from '../accounts/social-links.js';
import type { LeaderboardDocument } from './leaderboard.projection.js';
import { ListedPost, shownRating } from './listed-post.js';

/** A post as everybody sees it. */
export class Post extends ListedPost {
  @ApiPropertyOptional({ format: 'uuid', description: 'Missing when the post is not linked to a profile.' })
  readonly userId?: string;

  @ApiProperty()
  readonly imageHash: string;

  @ApiProperty({ description: 'One decimal; "0.0" before the first rating.', example: '7.4' })
  readonly averageRating: string;

  @ApiProperty({ description: 'How many scores the average is made of, the AI score included.' })
  readonly ratingsCount: number;

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
  readonly isPublic: boolean;

  @ApiProperty()
  readonly isModerated: boolean;

  @ApiProperty({
    type: [String],
    description: 'Why it waits for a review; empty for everybody but its owner.',
  })
  readonly moderationFlags: readonly string[];

  constructor(post: Stored<LeaderboardDocument>, author: PublicPerson | undefined) {
    super(post);
    if (author) this.userId = post.ownerId;
    this.imageHash = post.picture.imageHash;
    this.averageRating = shownRating(post);
    this.ratingsCount = post.scoreCount;
    this.username = author?.username ?? 'Anonymous';
    this.displayUsername = author?.displayUsername ?? null;
    this.bio = author?.bio ?? null;
    this.socialLinks = author?.socialLinks ?? null;
    this.profilePictureUrl = author?.profilePictureUrl ?? null;
    this.isPublic = post.isPublic;
    this.isModerated = post.isModerated;
    this.moderationFlags = post.isPublic ? [] : post.moderationFlags;
  }
}
