import { OneOf, Optional, SizedText } from '../../contract/fields.js';
import { YesOrNo } from '../http/list-filters.js';
import { LONGEST_NOTE, REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';
import { written } from '../../shared/visible-text.js';
import { DEFAULT_PAGE, PageLimit, PageRequest } from '../http/paging.js';

const NOTE = {
  max: LONGEST_NOTE,
  limit: LONGEST_NOTE * 2,
  normalise: written,
  tooLong: `A note has at most ${LONGEST_NOTE} characters`,
};

export class BlockedPicturesRequest extends PageRequest {
  @YesOrNo('Those whose block was lifted or undone, instead of the blocked ones.', false)
  readonly lifted: boolean = false;

  @PageLimit() readonly limit: number = DEFAULT_PAGE;
}

export class BlockNoteRequest {
  @SizedText(NOTE) readonly note!: string;
}

export class LiftingRequest {
  @OneOf(REASON_CODES, { message: 'Please choose a reason' }) readonly reason!: ReasonCode;
  @Optional(SizedText, { ...NOTE, default: '' }) readonly note: string = '';
}
