import { NotFoundException, Param, ParseUUIDPipe } from '@nestjs/common';
import { Transform, type TransformFnParams } from 'class-transformer';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, IsString, IsUUID, Max, MaxLength, Min, MinLength } from 'class-validator';
import { visibleText } from '../../domain/visible-text.js';
import { LONGEST_COMMENT } from '../../domain/comment/comment.js';
import { HIGHEST_SCORE, LOWEST_SCORE } from '../../domain/rating/rating.js';
import { LONGEST_REASON } from '../../domain/report/report.js';
import { REPORT_CATEGORIES, type ReportCategory } from '../../domain/report/report.events.js';

/** The id of a comment in the address. What can be no id is a comment that is not there. */
export const CommentId = () => Param('id', new ParseUUIDPipe({ exceptionFactory: commentNotFound }));

/** What is said where there is no comment. */
export function commentNotFound(): NotFoundException {
  return new NotFoundException('Comment not found');
}

/**
 * For `@Transform`: a text in the one spelling of all that people write for others to see, without what can't be seen or
 * turns text around; empty when nothing is left. Anything else as it came, for validation to refuse.
 */
export function written({ value }: TransformFnParams): unknown {
  return typeof value === 'string' ? (visibleText(value) ?? '') : value;
}

const EMPTY = { message: 'Please write something first' };

/** Something to say about a post, or in reply to another comment on it. */
export class CommentRequest {
  @ApiProperty({ minLength: 1, maxLength: LONGEST_COMMENT })
  @Transform(written)
  @MaxLength(LONGEST_COMMENT, { message: `A comment has at most ${LONGEST_COMMENT} characters` })
  @MinLength(1, EMPTY)
  @IsString(EMPTY)
  readonly text!: string;

  @ApiPropertyOptional({ type: String, format: 'uuid', nullable: true, description: 'What it replies to.' })
  @IsOptional()
  @IsUUID(undefined, { message: 'This is no comment that could be replied to' })
  readonly parentCommentId?: string | null;

  @ApiPropertyOptional({
    type: String,
    format: 'uuid',
    nullable: true,
    description:
      'The id of the comment, made by whoever sends it, so that it may be sent again when no answer came: ' +
      'the same once more is answered as the first time, and posted once.',
  })
  @Transform(({ value }) => (typeof value === 'string' ? value.toLowerCase() : value))
  @IsOptional()
  @IsUUID(undefined, { message: 'This can be no id of a comment' })
  readonly id?: string | null;
}

const SCORE = { message: `A rating is a whole number from ${LOWEST_SCORE} to ${HIGHEST_SCORE}` };

/** What somebody gives a post. */
export class RatingRequest {
  @ApiProperty({ format: 'uuid' })
  @IsUUID(undefined, { message: 'Please say which post is rated' })
  readonly postId!: string;

  @ApiProperty({ type: 'integer', minimum: LOWEST_SCORE, maximum: HIGHEST_SCORE })
  @IsInt(SCORE)
  @Min(LOWEST_SCORE, SCORE)
  @Max(HIGHEST_SCORE, SCORE)
  readonly overallScore!: number;
}

const MISSING = { message: 'Please provide a reason for reporting this post' };

/** What somebody has against a post. */
export class ReportRequest {
  @ApiProperty({ minLength: 1, maxLength: LONGEST_REASON })
  @Transform(written)
  @MaxLength(LONGEST_REASON, { message: `A reason has at most ${LONGEST_REASON} characters` })
  @MinLength(1, MISSING)
  @IsString(MISSING)
  readonly reason!: string;

  @ApiPropertyOptional({ enum: REPORT_CATEGORIES, default: 'other' })
  @IsOptional()
  @IsIn(REPORT_CATEGORIES, { message: 'This is none of the categories' })
  readonly category: ReportCategory = 'other';
}

/** The answer when it is so now, whether or not it was before. */
export class Done {
  @ApiProperty({ enum: [true] })
  readonly success!: true;
}

/** Whether whoever asks likes it; false for visitors. */
export class LikeState {
  @ApiProperty()
  readonly liked!: boolean;
}

/** What whoever asks gave the post. */
export class UserRating {
  @ApiProperty({
    type: Number,
    nullable: true,
    minimum: 0,
    maximum: 10,
    description: 'Null before, and for visitors.',
  })
  readonly rating!: number | null;
}

export const DONE: Done = { success: true };
