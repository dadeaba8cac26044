import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional, IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import { LONGEST_COMMENT } from '../../domain/comment/comment.js';
import { trimmed } from '../http/trimmed.js';

const EMPTY = { message: 'Please write something first' };
/** Something that can be seen: letters, figures, signs or pictures. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Something to say about a post, or in reply to another comment on it. */
export class CommentRequest {
  @ApiProperty({ minLength: 1, maxLength: LONGEST_COMMENT })
  @Transform(trimmed)
  @MaxLength(LONGEST_COMMENT, { message: `A comment has at most ${LONGEST_COMMENT} characters` })
  @Matches(VISIBLE, EMPTY)
  @IsString(EMPTY)
  readonly text!: string;

  @ApiPropertyOptional({ type: String, format: 'uuid', nullable: true, description: 'What it replies to.' })
  @IsOptional()
  @IsUUID(undefined, { message: 'This is no comment that could be replied to' })
  readonly parentCommentId?: string | null;
}
