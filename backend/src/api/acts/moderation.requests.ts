import {
  BadRequestException,
  NotFoundException,
  Param,
  ParseUUIDPipe,
  applyDecorators,
} from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import type { Decider } from '../../domain/moderation/decisions.js';
import { LONGEST_NOTE, REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';
import { written } from '../community/community.requests.js';
import type { AdminUser } from '../http/admins.js';

/** The id in the path of what is decided about. */
export const SubjectId = () =>
  Param(
    'id',
    new ParseUUIDPipe({ exceptionFactory: () => new BadRequestException('This is not a valid id.') }),
  );

/** Who decides. The one place that knows which account belongs to an admin's login. */
export function deciderOf({ accountId }: AdminUser): Decider {
  return { accountId };
}

/** The message for an act that does not exist. */
export function actNotFound(): NotFoundException {
  return new NotFoundException('Act not found');
}

const WHICH = { message: 'Please choose a reason from the list' };

const FOR_OWNER = 'For the person concerned. The reason `other` needs one.';

/** A field for a note of at most 500 characters, empty by default. */
export const Note = (description: string) =>
  applyDecorators(
    Transform(written),
    IsOptional(),
    IsString(),
    MaxLength(LONGEST_NOTE, { message: `A note has at most ${LONGEST_NOTE} characters` }),
    ApiPropertyOptional({
      maxLength: LONGEST_NOTE,
      default: '',
      description,
    }),
  );

/** A decision that needs a reason. */
export class DecisionRequest {
  @IsIn(REASON_CODES, WHICH)
  @ApiProperty({ enum: REASON_CODES })
  readonly reason!: ReasonCode;

  @Note(FOR_OWNER)
  readonly note: string = '';
}

/** A decision about a post: either that it is fine, or whether it is public. */
export class PostDecisionRequest {
  @IsOptional()
  @IsIn([true], { message: 'A post can be approved; undo that to take it back' })
  @ApiPropertyOptional({ enum: [true], description: 'Approves the post.' })
  readonly isModerated?: true;

  @IsOptional()
  @IsBoolean()
  @ApiPropertyOptional({ description: 'Shows the post, or hides it, which needs a reason.' })
  readonly isPublic?: boolean;

  @IsOptional()
  @IsIn(REASON_CODES, WHICH)
  @ApiPropertyOptional({ enum: REASON_CODES })
  readonly reason?: ReasonCode;

  @Note(FOR_OWNER)
  readonly note: string = '';
}

/** Why an act is undone, for other admins. */
export class UndoRequest {
  @Transform(written)
  @IsString({ message: 'Please give a reason' })
  @IsNotEmpty({ message: 'Please give a reason' })
  @MaxLength(LONGEST_NOTE, { message: `A reason has at most ${LONGEST_NOTE} characters` })
  @ApiProperty({ maxLength: LONGEST_NOTE })
  readonly reason!: string;
}
