import { Id, Text } from '../../contract/fields.js';
import { LONGEST_NOTE } from '../../domain/moderation/reasons.js';
import { RATER_SIGNALS, type RaterSignal } from '../../projections/raters/raters.js';
import { written } from '../../shared/visible-text.js';
import { FilterOf, OfId } from '../http/list-filters.js';
import { DEFAULT_PAGE, PageLimit, PageRequest } from '../http/paging.js';

export class RatersRequest extends PageRequest {
  @FilterOf(RATER_SIGNALS, 'Only raters with this signal.')
  readonly signal?: RaterSignal;

  @PageLimit() readonly limit: number = DEFAULT_PAGE;
}

export class WhatIfRequest {
  @OfId('Only the rating of this post; else all of the person.')
  readonly postId?: string;
}

export class NoteRequest {
  @Text({
    min: 1,
    max: LONGEST_NOTE,
    normalise: written,
    message: 'Please give a reason',
    tooLong: `A reason has at most ${LONGEST_NOTE} characters`,
  })
  readonly note!: string;
}

export class ExcludeRatingRequest extends NoteRequest {
  @Id({ message: 'A post is given by its id' }) readonly postId!: string;
  @Id({ message: 'A person is given by their id' }) readonly userId!: string;
}
