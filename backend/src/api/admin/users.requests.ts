import { Flag, Id, Maybe, Optional, SizedText, When } from '../../contract/fields.js';
import { SortedBy, YesOrNo } from '../http/list-filters.js';
import { LONGEST_NOTE } from '../../domain/moderation/reasons.js';
import { AdminListRequest } from '../http/admin-list.js';
import { DecisionRequest } from '../acts/moderation.requests.js';
import { NotFoundException, ParseUUIDPipe } from '@nestjs/common';
import { written } from '../../shared/visible-text.js';

export const USER_SORTS = ['createdAt', '-createdAt'] as const;

/** Which people the list shows. `search` is a part of a name, a whole email address, or an id. */
export class UsersRequest extends AdminListRequest {
  @YesOrNo('Whether they are suspended now.') readonly suspended?: boolean;
  @YesOrNo('Whether they see the link to the back office.') readonly isAdmin?: boolean;
  @YesOrNo('Whether their address is not verified.') readonly unverified?: boolean;
  @SortedBy(USER_SORTS, '-createdAt') readonly sort: (typeof USER_SORTS)[number] = '-createdAt';
}

export class SuspendRequest extends DecisionRequest {
  @Optional(Maybe(When), { about: 'Without it, until it is lifted.', message: 'The end is a date and time' })
  readonly endsAt: string | null = null;

  @Optional(Flag, {
    default: false,
    about: 'Whether the posts are hidden until then.',
    message: 'hidePosts must be true or false',
  })
  readonly hidePosts: boolean = false;
}

export class StrikeRequest extends DecisionRequest {
  @Optional(Maybe(Id), {
    about: 'Chosen by the client for each strike that it means to give.',
    message: 'An attempt is a UUID',
  })
  readonly attempt: string | null = null;
}

export class RestoreRequest {
  @SizedText({
    max: LONGEST_NOTE,
    normalise: written,
    message: 'Please give a reason',
    tooLong: `A reason has at most ${LONGEST_NOTE} characters`,
  })
  readonly reason!: string;
}

/** The id of a person in an address. An id of another kind is one that nobody has. */
export const personId = new ParseUUIDPipe({
  exceptionFactory: () => new NotFoundException('User not found'),
});
