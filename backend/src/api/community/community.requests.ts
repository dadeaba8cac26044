import { Flag, Maybe, OneOf, Whole } from '../../contract/fields.js';
import { NotFoundException, Param, ParseUUIDPipe } from '@nestjs/common';
import { Transform, type TransformFnParams } from 'class-transformer';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, IsString, IsUUID, Max, MaxLength, Min, MinLength } from 'class-validator';
import { visibleText } from '../../domain/visible-text.js';
import { LONGEST_COMMENT } from '../../domain/comment/comment.js';
import { HIGHEST_SCORE, LOWEST_SCORE } from '../../domain/rating/rating.js';
import { LONGEST_REASON } from '../../domain/report/report.js';
import { REPORT_CATEGORIES, type ReportCategory } from '../../domain/report/report.events.js';

/** The comment id in the path. An impossible id is a comment that does not exist. */
export const CommentId = () => Param('id', new ParseUUIDPipe({ exceptionFactory: commentNotFound }));

/** The message for a comment that does not exist. */
export function commentNotFound(): NotFoundException {
  return new NotFoundException('Comment not found');
}

/**
 * For `@Transform`: normalises text that people write for others, and removes invisible and bidirectional control
 * characters; may return an empty text. Returns other types unchanged, for the validation to reject.
 */
export function written({ value }: TransformFnParams): unknown {
  return typeof value === 'string' ? (visibleText(value) ?? '') : value;
}

const EMPTY = { message: 'Please write something first' };

/** A comment on a post, or a reply to another comment on it. */
export class CommentRequest {
  @ApiProperty({ minLength: 1, maxLength: LONGEST_COMMENT })
  @Transform(written)
  @MaxLength(LONGEST_COMMENT, { message: `A comment has at most ${LONGEST_COMMENT} characters` })
  @MinLength(1, EMPTY)
  @IsString(EMPTY)
  readonly text!: string;

  @ApiPropertyOptional({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The id of the parent comment.',
  })
  @IsOptional()
  @IsUUID(undefined, { message: 'You cannot reply to this comment' })
  readonly parentCommentId?: string | null;

  @ApiPropertyOptional({
    type: String,
    format: 'uuid',
    nullable: true,
    description:
      'The id of the comment, chosen by the client, so that a request without a response can be retried: ' +
      'repeating it returns the first result and posts once.',
  })
  @Transform(({ value }) => (typeof value === 'string' ? value.toLowerCase() : value))
  @IsOptional()
  @IsUUID(undefined, { message: 'This is not a valid comment id' })
  readonly id?: string | null;
}

const SCORE = { message: `A rating is a whole number from ${LOWEST_SCORE} to ${HIGHEST_SCORE}` };

/** A rating of a post. */
export class RatingRequest {
  @ApiProperty({ format: 'uuid' })
  @IsUUID(undefined, { message: 'Please say which post you rate' })
  readonly postId!: string;

  @ApiProperty({ type: 'integer', minimum: LOWEST_SCORE, maximum: HIGHEST_SCORE })
  @IsInt(SCORE)
  @Min(LOWEST_SCORE, SCORE)
  @Max(HIGHEST_SCORE, SCORE)
  readonly overallScore!: number;
}

const MISSING = { message: 'Please provide a reason for reporting this post' };

/** A report of a post. */
export class ReportRequest {
  @ApiProperty({ minLength: 1, maxLength: LONGEST_REASON })
  @Transform(written)
  @MaxLength(LONGEST_REASON, { message: `A reason has at most ${LONGEST_REASON} characters` })
  @MinLength(1, MISSING)
  @IsString(MISSING)
  readonly reason!: string;

  @ApiPropertyOptional({ enum: REPORT_CATEGORIES, default: 'other' })
  @IsOptional()
  @IsIn(REPORT_CATEGORIES, { message: 'This category does not exist' })
  readonly category: ReportCategory = 'other';
}

/** Response after a change: true, whether or not it was true before. */
export class Done {
  @OneOf([true]) readonly success!: true;
}

/** Whether the signed-in user likes it; false for visitors. */
export class LikeState {
  @Flag() readonly liked!: boolean;
}

/** The rating that the signed-in user gave the post. */
export class UserRating {
  @Maybe(Whole, { min: 0, max: 10, about: 'Null without a rating, and for visitors.' })
  readonly rating!: number | null;
}

export const DONE: Done = { success: true };
