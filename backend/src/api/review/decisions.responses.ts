import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import { APPEALED, type Appealed } from '../../domain/review/appeal.events.js';
import { LONGEST_APPEAL } from '../../domain/review/appeal.js';
import { TOLD_ACT_NAMES, type ToldAct } from '../../domain/review/told-acts.js';
import { LONGEST_NOTE, REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';
import { APPEAL_OUTCOMES, type AppealOutcome } from '../../projections/moderation/appeals.projection.js';
import { APPEAL_SORTS } from '../../projections/moderation/appeals.reader.js';
import { AdminListRequest } from '../http/admin-list.js';
import { written } from '../community/community.requests.js';
import { OfId, OneOf, SortedBy } from '../http/list-filters.js';

/** An appeal as the person who filed it sees it. */
export class OwnAppeal {
  @ApiProperty({ type: String, nullable: true })
  readonly text!: string | null;

  @ApiProperty({ format: 'date-time' })
  readonly filedAt!: string;

  @ApiProperty({ enum: APPEAL_OUTCOMES })
  readonly outcome!: AppealOutcome;

  @ApiProperty({ type: String, nullable: true, description: 'What the admin who decided it wrote.' })
  readonly note!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  readonly decidedAt!: string | null;
}

/** A decision of an admin about you, your content or a report of yours, and its appeal. */
export class OwnDecision {
  @ApiProperty({ format: 'uuid' })
  readonly actId!: string;

  @ApiProperty({ enum: TOLD_ACT_NAMES })
  readonly kind!: ToldAct;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The post, or that of your comment or report; null for a decision about your account.',
  })
  readonly postId!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Your comment, or why you reported the post.' })
  readonly text!: string | null;

  @ApiProperty({
    enum: REASON_CODES,
    type: String,
    nullable: true,
    description: 'Null for a decision about a report.',
  })
  readonly reason!: ReasonCode | null;

  @ApiProperty({ type: String, nullable: true, description: 'The reason in words.' })
  readonly label!: string | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'The section of the Terms of Service that has the rule.',
  })
  readonly section!: number | null;

  @ApiProperty({ description: 'What the admin wrote; empty if nothing.' })
  readonly note!: string;

  @ApiProperty({ format: 'date-time' })
  readonly decidedAt!: string;

  @ApiProperty({ enum: ['person', 'software'] })
  readonly decidedBy!: 'person' | 'software';

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Until when the picture of a removed post is kept; null for a hidden post, which is kept.',
  })
  readonly keptUntil!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When a suspension ends; null if it has no end.',
  })
  readonly endsAt!: string | null;

  @ApiProperty({ description: 'Whether the decision was undone.' })
  readonly isUndone!: boolean;

  @ApiProperty({ description: 'Whether you can appeal: once, while the decision stands.' })
  readonly canAppeal!: boolean;

  @ApiProperty({ type: OwnAppeal, nullable: true })
  readonly appeal!: OwnAppeal | null;
}

const EMPTY = { message: 'Please say why the decision is wrong' };

export class AppealRequest {
  @ApiProperty({ minLength: 1, maxLength: LONGEST_APPEAL })
  @Transform(written)
  @MaxLength(LONGEST_APPEAL * 2, { message: `An appeal has at most ${LONGEST_APPEAL} characters` })
  @MinLength(1, EMPTY)
  @IsString(EMPTY)
  readonly text!: string;
}

/** Which appeals the list shows, in which order. */
export class AppealsRequest extends AdminListRequest {
  @OneOf(APPEAL_OUTCOMES)
  readonly outcome?: AppealOutcome;

  @OneOf(APPEALED, 'What the decision was about.')
  readonly about?: Appealed;

  @OfId('Those of one account.')
  readonly owner?: string;

  @SortedBy(APPEAL_SORTS, '-createdAt')
  readonly sort: (typeof APPEAL_SORTS)[number] = '-createdAt';
}

export class AppealDecisionRequest {
  @ApiProperty({ description: 'Whether the decision is undone.' })
  @IsBoolean({ message: 'Please grant or reject the appeal' })
  readonly granted!: boolean;

  @ApiPropertyOptional({
    maxLength: LONGEST_NOTE,
    default: '',
    description: 'For the person. A rejection needs one.',
  })
  @Transform(written)
  @IsOptional()
  @IsString()
  @MaxLength(LONGEST_NOTE * 2, { message: `A note has at most ${LONGEST_NOTE} characters` })
  readonly note: string = '';
}

/** An appeal as admins see it. */
export class AdminAppeal extends OwnAppeal {
  @ApiProperty({ format: 'uuid', description: 'The id of the act, which is also that of the appeal.' })
  readonly id!: string;

  @ApiProperty({ enum: APPEALED, description: 'What the decision was about.' })
  readonly about!: Appealed;

  @ApiProperty({ enum: TOLD_ACT_NAMES, type: String, nullable: true, description: 'The decision.' })
  readonly kind!: ToldAct | null;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The post, or that of the comment or report; null for a decision about an account.',
  })
  readonly postId!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Of the post; 640 pixels wide; 1280.webp and 320.webp are beside it.',
  })
  readonly imageUrl!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The comment, or why the post was reported.' })
  readonly subjectText!: string | null;

  @ApiProperty({ format: 'uuid', description: 'Who appeals.' })
  readonly ownerId!: string;

  @ApiProperty({ type: String, nullable: true })
  readonly username!: string | null;

  @ApiProperty({ enum: REASON_CODES, type: String, nullable: true, description: 'Of the decision.' })
  readonly reason!: ReasonCode | null;

  @ApiProperty({ type: String, nullable: true, description: 'What the person was told.' })
  readonly reasonNote!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The username of the admin who decided.' })
  readonly actBy!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When they decided.' })
  readonly actAt!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Of a suspension.' })
  readonly endsAt!: string | null;

  @ApiProperty({ description: 'Whether the decision was undone, by the appeal or otherwise.' })
  readonly isUndone!: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The username of the admin who decided the appeal.',
  })
  readonly decidedBy!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Why you may not decide it: it is about your own decision, content or account, or needs an owner. Null if you may.',
  })
  readonly refusal!: string | null;
}
