import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { IsBoolean, IsInt, IsOptional, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';
import { LONGEST_APPEAL } from '../../domain/review/appeal.js';
import { LONGEST_NOTE, REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';
import { written } from '../community/community.requests.js';
import { PageRequest } from '../http/paging.js';

const OUTCOMES = ['waiting', 'granted', 'rejected'] as const;

/** An appeal as the person who filed it sees it. */
export class OwnAppeal {
  @ApiProperty({ type: String, nullable: true })
  readonly text!: string | null;

  @ApiProperty({ format: 'date-time' })
  readonly filedAt!: string;

  @ApiProperty({ enum: OUTCOMES })
  readonly outcome!: (typeof OUTCOMES)[number];

  @ApiProperty({ type: String, nullable: true, description: 'What the admin who decided it wrote.' })
  readonly note!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  readonly decidedAt!: string | null;
}

/** A decision of an admin about you, and its appeal. */
export class OwnDecision {
  @ApiProperty({ format: 'uuid' })
  readonly actId!: string;

  @ApiProperty({ enum: ['hidden', 'removed'] })
  readonly kind!: 'hidden' | 'removed';

  @ApiProperty({ format: 'uuid' })
  readonly postId!: string;

  @ApiProperty({ enum: REASON_CODES })
  readonly reason!: ReasonCode;

  @ApiProperty({ description: 'The reason in words.' })
  readonly label!: string;

  @ApiProperty({ description: 'The section of the Terms of Service that has the rule.' })
  readonly section!: number;

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

const MOST = 100;
const LIMIT = { message: `A page has 1 to ${MOST} appeals` };

export class AppealsRequest extends PageRequest {
  @ApiPropertyOptional({ default: false, description: 'The decided appeals, instead of those that wait.' })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsBoolean({ message: 'decided is true or false' })
  readonly decided: boolean = false;

  @ApiPropertyOptional({ minimum: 1, maximum: MOST, default: 50 })
  @IsOptional()
  @Type(() => Number)
  @IsInt(LIMIT)
  @Min(1, LIMIT)
  @Max(MOST, LIMIT)
  readonly limit: number = 50;
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

  @ApiProperty({ enum: ['hidden', 'removed'], type: String, nullable: true })
  readonly kind!: 'hidden' | 'removed' | null;

  @ApiProperty({ format: 'uuid' })
  readonly postId!: string;

  @ApiProperty({ description: '640 pixels wide; 1280.webp and 320.webp are beside it.' })
  readonly imageUrl!: string;

  @ApiProperty({ format: 'uuid' })
  readonly ownerId!: string;

  @ApiProperty({ type: String, nullable: true })
  readonly username!: string | null;

  @ApiProperty({ enum: REASON_CODES, type: String, nullable: true, description: 'Of the decision.' })
  readonly reason!: ReasonCode | null;

  @ApiProperty({ type: String, nullable: true, description: 'What the owner was told.' })
  readonly reasonNote!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The username of the admin who decided.' })
  readonly actBy!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The username of the admin who decided the appeal.',
  })
  readonly decidedBy!: string | null;

  @ApiProperty({ description: 'Whether you may decide it: not about your own post or decision.' })
  readonly isYours!: boolean;
}
