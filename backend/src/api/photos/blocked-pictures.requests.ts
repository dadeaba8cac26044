import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { LONGEST_NOTE, REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';
import { YesOrNo } from '../http/list-filters.js';
import { DEFAULT_PAGE, PageLimit, PageRequest } from '../http/paging.js';

const NOTE = { message: `A note has at most ${LONGEST_NOTE} characters` };

/** Which part of the block list to return. */
export class BlockedPicturesRequest extends PageRequest {
  @YesOrNo('Those whose block was lifted or undone, instead of the blocked ones.', false)
  readonly lifted: boolean = false;

  @PageLimit()
  readonly limit: number = DEFAULT_PAGE;
}

export class BlockNoteRequest {
  @ApiProperty({ maxLength: LONGEST_NOTE })
  @IsString({ message: 'Please write a note' })
  @MaxLength(LONGEST_NOTE * 2, NOTE)
  readonly note!: string;
}

export class LiftingRequest {
  @ApiProperty({ enum: REASON_CODES })
  @IsIn(REASON_CODES, { message: 'Please choose a reason' })
  readonly reason!: ReasonCode;

  @ApiPropertyOptional({ maxLength: LONGEST_NOTE, default: '' })
  @IsOptional()
  @IsString(NOTE)
  @MaxLength(LONGEST_NOTE * 2, NOTE)
  readonly note: string = '';
}

export class BlockNote {
  @ApiProperty({ format: 'date-time' })
  readonly at!: string;

  @ApiProperty({ type: String, nullable: true, description: 'The username of the admin who wrote it.' })
  readonly by!: string | null;

  @ApiProperty({ type: String, nullable: true })
  readonly note!: string | null;
}

/** A picture that is or was on the block list. */
export class BlockedPicture {
  @ApiProperty({ description: 'SHA-256 of the normalised pixels.' })
  readonly imageHash!: string;

  @ApiProperty()
  readonly isBlocked!: boolean;

  @ApiProperty({ format: 'uuid', description: 'The post that was removed.' })
  readonly postId!: string;

  @ApiProperty({ enum: REASON_CODES, description: 'Why the post was removed.' })
  readonly reason!: ReasonCode;

  @ApiProperty({ format: 'date-time' })
  readonly blockedAt!: string;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The act that lifted the block, which can be undone; null if none did.',
  })
  readonly liftingId!: string | null;

  @ApiProperty({ type: [BlockNote], description: 'What admins wrote about it, oldest first.' })
  readonly notes!: readonly BlockNote[];
}

export class LiftedBlock {
  @ApiProperty({ format: 'uuid', description: 'The act, by which it can be undone.' })
  readonly actId!: string;

  @ApiProperty()
  readonly picture!: BlockedPicture;
}
