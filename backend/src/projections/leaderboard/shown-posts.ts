import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { BoostType } from '../../domain/boosts/boosts.events.js';
import type { Stored } from '../../kernel/document-store.js';
import { type PublicPerson, SocialLinks } from '../accounts/people.reader.js';
import { imageUrlOf } from '../photos/rating-result.js';
import type { LeaderboardDocument } from './leaderboard.projection.js';
import { type Notes, PostDecision, decisionOn } from './post-decision.js';
import { boostAt } from './post-boosts.js';
import { shownAiScore, shownAverage } from './scores.js';

const NO_NOTES: Notes = new Map();

/** Whether a person may see a post; `viewerId` is null for visitors. */
export function isVisibleTo(
  { isPublic, isEscalated, ownerId }: Pick<LeaderboardDocument, 'isPublic' | 'isEscalated' | 'ownerId'>,
  viewerId: string | null,
): boolean {
  return isPublic || (ownerId === viewerId && !isEscalated);
}

/** What every list shows of a post: its picture, its figures, its boost. */
export abstract class ListedPost {
  @ApiProperty({ format: 'uuid' })
  readonly id: string;

  @ApiProperty({ description: 'The 1280 pixel rendition; 640.webp and 320.webp are beside it.' })
  readonly imageUrl: string;

  @ApiProperty({ description: 'A placeholder of about 25 bytes, base64.' })
  readonly thumbhash: string;

  @ApiProperty({ description: 'Of the largest rendition, in pixels.' })
  readonly width: number;

  @ApiProperty({ description: 'Of the largest rendition, in pixels.' })
  readonly height: number;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '7.4',
    description: 'The AI score, one decimal; null for a post that was published without one.',
  })
  readonly aiScore: string | null;

  @ApiProperty()
  readonly likesCount: number;

  @ApiProperty()
  readonly commentsCount: number;

  @ApiProperty({ description: 'Whether a boost lifts it on the board of all posts now.' })
  readonly isBoosted: boolean;

  @ApiProperty({ enum: ['regular', 'mega'], nullable: true, type: String })
  readonly boostType: BoostType | null;

  @ApiProperty({ format: 'date-time' })
  readonly createdAt: string;

  /** @param now the time (ISO 8601) at which its boost is shown */
  constructor(post: Stored<LeaderboardDocument>, now: string) {
    this.id = post._id;
    this.imageUrl = imageUrlOf(post._id);
    this.thumbhash = post.picture.thumbhash;
    this.width = post.picture.width;
    this.height = post.picture.height;
    this.aiScore = shownAiScore(post);
    this.likesCount = post.likesCount;
    this.commentsCount = post.commentsCount;
    this.boostType = boostAt(post, now)?.boostType ?? null;
    this.isBoosted = this.boostType !== null;
    this.createdAt = post.publishedAt;
  }
}

/** A post as all users see it. */
export class Post extends ListedPost {
  @ApiPropertyOptional({ format: 'uuid', description: 'Missing when the post is not linked to a profile.' })
  readonly userId?: string;

  @ApiProperty()
  readonly imageHash: string;

  @ApiProperty({
    description: 'The average of the AI score and all ratings, one decimal; "0.0" without any.',
    example: '7.4',
  })
  readonly averageRating: string;

  @ApiProperty({ description: 'The number of people who rated the post.' })
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
    description: 'Why it waits for a review; empty for all users except its owner.',
  })
  readonly moderationFlags: readonly string[];

  @ApiProperty({
    type: PostDecision,
    nullable: true,
    description: 'Why an admin hid or removed it; only its owner gets this.',
  })
  readonly decision: PostDecision | null;

  /** @param notes what moderators wrote, for the owner of hidden posts */
  constructor(
    post: Stored<LeaderboardDocument>,
    author: PublicPerson | undefined,
    now: string,
    notes: Notes = NO_NOTES,
  ) {
    super(post, now);
    if (author) this.userId = post.ownerId;
    this.imageHash = post.picture.imageHash;
    this.averageRating = shownAverage(post);
    this.ratingsCount = post.voteCount;
    this.username = author?.username ?? 'Anonymous';
    this.displayUsername = author?.displayUsername ?? null;
    this.bio = author?.bio ?? null;
    this.socialLinks = author?.socialLinks ?? null;
    this.profilePictureUrl = author?.profilePictureUrl ?? null;
    this.isPublic = post.isPublic;
    this.isModerated = post.moderation.isModerated;
    this.moderationFlags = post.isPublic ? [] : post.moderationFlags;
    this.decision = decisionOn(post.moderation, notes);
  }
}

/** A post in its author's profile, as all users see it. */
export class ProfilePost extends ListedPost {
  @ApiProperty({
    description: 'The average of the AI score and all ratings, one decimal; "0.0" without any.',
    example: '7.4',
  })
  readonly overallRating: string;

  @ApiProperty({ description: 'The number of people who rated the post.' })
  readonly ratingsCount: number;

  constructor(post: Stored<LeaderboardDocument>, now: string) {
    super(post, now);
    this.overallRating = shownAverage(post);
    this.ratingsCount = post.voteCount;
  }
}

/** A post in its author's own list, hidden or not. */
export class OwnPost extends ListedPost {
  @ApiProperty({
    description: 'The average of the AI score and all ratings, one decimal; "0.0" without any.',
    example: '7.4',
  })
  readonly averageRating: string;

  @ApiProperty({ description: 'The number of people who rated the post.' })
  readonly voteCount: number;

  @ApiProperty({ description: 'False while only its author sees it.' })
  readonly isPublic: boolean;

  @ApiProperty({ type: [String], description: 'Why it is hidden; empty if it is public.' })
  readonly moderationFlags: readonly string[];

  @ApiProperty({ type: PostDecision, nullable: true, description: 'Why an admin hid or removed it.' })
  readonly decision: PostDecision | null;

  constructor(post: Stored<LeaderboardDocument>, now: string, notes: Notes) {
    super(post, now);
    this.averageRating = shownAverage(post);
    this.voteCount = post.voteCount;
    this.isPublic = post.isPublic;
    this.moderationFlags = post.isPublic ? [] : post.moderationFlags;
    this.decision = decisionOn(post.moderation, notes);
  }
}

/** The figures of a post that change while it is on the screen. */
export class LivePost {
  @ApiProperty({ format: 'uuid' })
  readonly id: string;

  @ApiProperty({
    description: 'The average of the AI score and all ratings, one decimal; "0.0" without any.',
    example: '7.4',
  })
  readonly averageRating: string;

  @ApiProperty({ description: 'The number of people who rated the post.' })
  readonly ratingsCount: number;

  @ApiProperty()
  readonly likesCount: number;

  @ApiProperty()
  readonly commentsCount: number;

  @ApiProperty()
  readonly isBoosted: boolean;

  @ApiProperty({ enum: ['regular', 'mega'], nullable: true, type: String })
  readonly boostType: BoostType | null;

  /** @param now the time (ISO 8601) at which its boost is shown */
  constructor(post: Stored<LeaderboardDocument>, now: string) {
    this.id = post._id;
    this.averageRating = shownAverage(post);
    this.ratingsCount = post.voteCount;
    this.likesCount = post.likesCount;
    this.commentsCount = post.commentsCount;
    this.boostType = boostAt(post, now)?.boostType ?? null;
    this.isBoosted = this.boostType !== null;
  }
}
