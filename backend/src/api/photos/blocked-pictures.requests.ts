import {
  Flag,
  Id,
  List,
  Maybe,
  OneOf,
  Optional,
  Part,
  SizedText,
  Text,
  When,
} from '../../contract/fields.js';
import { YesOrNo } from '../http/list-filters.js';
import { LONGEST_NOTE, REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';
import { DEFAULT_PAGE, PageLimit, PageRequest } from '../http/paging.js';

const NOTE = {
  max: LONGEST_NOTE,
  limit: LONGEST_NOTE * 2,
  tooLong: `A note has at most ${LONGEST_NOTE} characters`,
};

/** Which part of the block list to return. */
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

export class BlockNote {
  @When() readonly at!: string;
  @Maybe(Text, 'The username of the admin who wrote it.') readonly by!: string | null;
  @Maybe(Text) readonly note!: string | null;
}

/** A picture that is or was on the block list. */
export class BlockedPicture {
  @Text('SHA-256 of the normalised pixels.') readonly imageHash!: string;
  @Flag() readonly isBlocked!: boolean;
  @Id('The post that was removed.') readonly postId!: string;
  @OneOf(REASON_CODES, 'Why the post was removed.') readonly reason!: ReasonCode;
  @When() readonly blockedAt!: string;
  @Maybe(Id, 'The act that lifted the block, which can be undone; null if none did.')
  readonly liftingId!: string | null;
  @List(() => BlockNote, 'What admins wrote about it, oldest first.') readonly notes!: readonly BlockNote[];
}

export class LiftedBlock {
  @Id('The act, by which it can be undone.') readonly actId!: string;
  @Part(() => BlockedPicture) readonly picture!: BlockedPicture;
}
