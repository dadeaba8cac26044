import { Id, OneOf, Optional, Text } from '../../contract/fields.js';
import { LONGEST_NOTE } from '../../domain/moderation/reasons.js';
import { RATER_SIGNALS, type RaterSignal } from '../../projections/raters/raters.projection.js';
import { DEFAULT_PAGE, PageLimit, PageRequest } from '../http/paging.js';

const NO_POST = 'A post is given by its id';

export class RatersRequest extends PageRequest {
  @Optional(OneOf(RATER_SIGNALS), {
    about: 'Only raters with this signal.',
    message: `A signal is one of ${RATER_SIGNALS.join(', ')}`,
  })
  readonly signal?: RaterSignal;

  @PageLimit() readonly limit: number = DEFAULT_PAGE;
}

export class WhatIfRequest {
  @Optional(Id, { about: 'Only the rating of this post; else all of the person.', message: NO_POST })
  readonly postId?: string;
}

export class NoteRequest {
  @Text({
    min: 1,
    max: LONGEST_NOTE,
    message: 'Please give a reason',
    tooLong: `A reason has at most ${LONGEST_NOTE} characters`,
  })
  readonly note!: string;
}

export class ExcludeRatingRequest extends NoteRequest {
  @Id({ message: NO_POST }) readonly postId!: string;
  @Id({ message: 'A person is given by their id' }) readonly userId!: string;
}
