import { Flag, Optional, SizedText, Text } from '../../contract/fields.js';
import { FilterOf, OfId, SortedBy } from '../http/list-filters.js';
import { APPEALED, type Appealed, LONGEST_APPEAL } from '../../domain/review/appeal.js';
import { LONGEST_NOTE } from '../../domain/moderation/reasons.js';
import { APPEAL_OUTCOMES, type AppealOutcome, APPEAL_SORTS } from '../../projections/moderation/appeals.js';
import { AdminListRequest } from '../http/admin-list.js';
import { written } from '../../shared/visible-text.js';

export class AppealRequest {
  @Text({
    min: 1,
    max: LONGEST_APPEAL,
    limit: LONGEST_APPEAL * 2,
    normalise: written,
    message: 'Please say why the decision is wrong',
    tooLong: `An appeal has at most ${LONGEST_APPEAL} characters`,
  })
  readonly text!: string;
}

export class AppealsRequest extends AdminListRequest {
  @FilterOf(APPEAL_OUTCOMES) readonly outcome?: AppealOutcome;
  @FilterOf(APPEALED, 'What the decision was about.') readonly about?: Appealed;
  @OfId('Those of one account.') readonly owner?: string;
  @SortedBy(APPEAL_SORTS, '-createdAt') readonly sort: (typeof APPEAL_SORTS)[number] = '-createdAt';
}

export class AppealDecisionRequest {
  @Flag({ about: 'Whether the decision is undone.', message: 'Please grant or reject the appeal' })
  readonly granted!: boolean;

  @Optional(SizedText, {
    max: LONGEST_NOTE,
    default: '',
    about: 'For the person. A rejection needs one.',
    limit: LONGEST_NOTE * 2,
    normalise: written,
    tooLong: `A note has at most ${LONGEST_NOTE} characters`,
  })
  readonly note: string = '';
}
