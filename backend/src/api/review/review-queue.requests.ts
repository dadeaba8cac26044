import { ApiProperty, ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsIn, IsOptional, IsUUID } from 'class-validator';
import { REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';
import { REVIEW_DECISIONS, type ReviewDecision } from '../../domain/review/review.events.js';
import { STANDINGS, type Standing } from '../../domain/moderation/standing.js';
import { DEFAULT_PAGE, PageLimit, PageRequest } from '../http/paging.js';
import { DecisionRequest } from '../acts/moderation.requests.js';

const MOST_PASSED = 500;

export class ReviewQueueRequest extends PageRequest {
  @PageLimit()
  readonly limit: number = DEFAULT_PAGE;
}

/** Which posts an admin does not want next. */
export class NextReviewRequest {
  @IsOptional()
  @ArrayMaxSize(MOST_PASSED, { message: `At most ${MOST_PASSED} posts can be passed over` })
  @IsUUID(undefined, { each: true, message: 'This is not a valid id' })
  @Transform(({ value }: { value: unknown }) =>
    Array.isArray(value) ? value.map((id) => (typeof id === 'string' ? id.toLowerCase() : id)) : value,
  )
  @ApiPropertyOptional({
    type: [String],
    format: 'uuid',
    default: [],
    maxItems: MOST_PASSED,
    description: 'Posts that you pass over.',
  })
  readonly passed: readonly string[] = [];
}

/** What an admin decides about a claimed post. Hiding and removing need a reason. */
export class ReviewDecisionRequest extends PickType(DecisionRequest, ['note']) {
  @IsIn(REVIEW_DECISIONS, { message: `The decision is one of ${REVIEW_DECISIONS.join(', ')}` })
  @ApiProperty({
    enum: REVIEW_DECISIONS,
    description: '`dismiss` leaves the post as it is, and only rejects the reports.',
  })
  readonly decision!: ReviewDecision;

  @IsOptional()
  @IsIn(REASON_CODES, { message: 'Please choose a reason from the list' })
  @ApiPropertyOptional({ enum: REASON_CODES })
  readonly reason?: ReasonCode;
}

const SOURCES = ['flag', 'new owner', 'owner under strikes', 'report'] as const;

/** Why a post is in the queue. */
export class ReviewReason {
  @ApiProperty({ enum: SOURCES })
  readonly source!: (typeof SOURCES)[number];

  @ApiProperty({ type: String, nullable: true, description: 'What the photo check flagged.' })
  readonly text!: string | null;

  @ApiProperty({ enum: REASON_CODES, type: String, nullable: true })
  readonly category!: ReasonCode | null;

  @ApiProperty({ description: 'How many people reported it for this.' })
  readonly reports!: number;

  @ApiProperty({ format: 'date-time' })
  readonly at!: string;

  @ApiProperty({ format: 'date-time', description: 'When it should be decided.' })
  readonly dueAt!: string;
}

/** A post of the review queue. */
export class ReviewItem {
  @ApiProperty({ format: 'uuid', description: 'The id of the post.' })
  readonly id!: string;

  @ApiProperty({ format: 'uuid' })
  readonly ownerId!: string;

  @ApiProperty({ type: String, nullable: true })
  readonly username!: string | null;

  @ApiProperty({ description: '640 pixels wide; 1280.webp and 320.webp are beside it.' })
  readonly imageUrl!: string;

  @ApiProperty({ type: String, nullable: true })
  readonly thumbhash!: string | null;

  @ApiProperty({ description: 'Whether all visitors see it now.' })
  readonly isPublic!: boolean;

  @ApiProperty({ description: 'Whether it waits for a decision.' })
  readonly isOpen!: boolean;

  @ApiProperty({ type: [ReviewReason] })
  readonly reasons!: readonly ReviewReason[];

  @ApiProperty({ minimum: 0, maximum: 3, description: 'The most harm that its reasons name.' })
  readonly harm!: number;

  @ApiProperty({ description: 'Ratings, likes and comments.' })
  readonly reach!: number;

  @ApiProperty({
    enum: STANDINGS,
    type: String,
    nullable: true,
    description: 'Of its owner, at publication.',
  })
  readonly standing!: Standing | null;

  @ApiProperty({ enum: ['pass', 'review'], type: String, nullable: true, description: 'Of the photo check.' })
  readonly verdict!: 'pass' | 'review' | null;

  @ApiProperty({ type: Number, nullable: true, description: 'The AI score.' })
  readonly score!: number | null;

  @ApiProperty({ type: String, nullable: true, description: 'The comment of the AI.' })
  readonly comment!: string | null;

  @ApiProperty({ type: String, nullable: true })
  readonly model!: string | null;

  @ApiProperty({ type: String, nullable: true })
  readonly promptVersion!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Its oldest report or flag.',
  })
  readonly since!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'The target of its reasons.',
  })
  readonly dueAt!: string | null;

  @ApiProperty()
  readonly isOverdue!: boolean;

  @ApiProperty({ type: String, nullable: true, description: 'The username of the admin who reviews it now.' })
  readonly claimedBy!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  readonly claimedUntil!: string | null;

  @ApiProperty({ description: 'Whether you have claimed it.' })
  readonly isMine!: boolean;
}

export class NextReview {
  @ApiProperty({ type: ReviewItem, nullable: true, description: 'Null when nothing is left.' })
  readonly item!: ReviewItem | null;
}

export class ReviewDecided {
  @ApiProperty({ format: 'uuid', description: 'The act, by which it can be undone.' })
  readonly actId!: string;
}
