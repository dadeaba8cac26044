import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional, IsString, IsUUID, MaxLength, MinLength } from 'class-validator';
import { LONGEST_COMMENT } from '../../domain/comment/comment.js';
import { written } from './written.js';

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
