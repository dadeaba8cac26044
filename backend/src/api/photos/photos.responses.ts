import { Flag, Id, List, Maybe, OneOf, Part, Text, When } from '../../contract/fields.js';
import { RatingResult } from '../../projections/photos/rating-result.js';
import { REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';

export class PendingRating {
  @Maybe(Part(() => RatingResult)) readonly rating!: RatingResult | null;
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
