import { SortedBy, YesOrNo } from '../../contract/fields.js';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsISO8601, IsNotEmpty, IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';
import { LONGEST_NOTE } from '../../domain/moderation/reasons.js';
import { AdminListRequest } from '../http/admin-list.js';
import { DecisionRequest } from '../acts/moderation.requests.js';

/** The orders of the list of people. */
export const USER_SORTS = ['createdAt', '-createdAt'] as const;

/** Which people the list shows. `search` is a part of a name, or a whole email address. */
export class UsersRequest extends AdminListRequest {
  @YesOrNo('Whether they are suspended now.')
  readonly suspended?: boolean;

  @YesOrNo('Whether they see the link to the back office.')
  readonly isAdmin?: boolean;

  @YesOrNo('Whether their address is not verified.')
  readonly unverified?: boolean;

  @SortedBy(USER_SORTS, '-createdAt')
  readonly sort: (typeof USER_SORTS)[number] = '-createdAt';
}

export class SuspendRequest extends DecisionRequest {
  @IsOptional()
  @IsISO8601({ strict: true }, { message: 'The end is a date and time' })
  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Without it, until it is lifted.',
  })
  readonly endsAt: string | null = null;

  @IsOptional()
  @IsBoolean({ message: 'hidePosts must be true or false' })
  @ApiPropertyOptional({ default: false, description: 'Whether the posts are hidden until then.' })
  readonly hidePosts: boolean = false;
}

export class StrikeRequest extends DecisionRequest {
  @IsOptional()
  @IsUUID(undefined, { message: 'An attempt is a UUID' })
  @ApiPropertyOptional({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'Chosen by the client for each strike that it means to give.',
  })
  readonly attempt: string | null = null;
}

export class RestoreRequest {
  @IsString({ message: 'Please give a reason' })
  @IsNotEmpty({ message: 'Please give a reason' })
  @MaxLength(LONGEST_NOTE, { message: `A reason has at most ${LONGEST_NOTE} characters` })
  @ApiProperty({ maxLength: LONGEST_NOTE })
  readonly reason!: string;
}
