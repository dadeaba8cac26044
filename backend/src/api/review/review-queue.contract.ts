import { OneOf, Flag, Id, List, Maybe, Part, Text, When, Whole } from '../../contract/fields.js';
import { REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';
import { TRUST_LEVELS, type TrustLevel } from '../../domain/moderation/trust-level.js';

const SOURCES = ['flag', 'new owner', 'owner under strikes', 'report'] as const;

export class ReviewReason {
  @OneOf(SOURCES) readonly source!: (typeof SOURCES)[number];
  @Maybe(Text, 'What the photo check flagged.') readonly text!: string | null;
  @Maybe(OneOf(REASON_CODES)) readonly category!: ReasonCode | null;
  @Whole('How many people reported it for this.') readonly reports!: number;
  @When() readonly at!: string;
  @When('When it should be decided.') readonly dueAt!: string;
}

export class ReviewItem {
  @Id('The id of the post.') readonly id!: string;
  @Id() readonly ownerId!: string;
  @Maybe(Text) readonly username!: string | null;
  @Text('640 pixels wide; 1280.webp and 320.webp are beside it.') readonly imageUrl!: string;
  @Maybe(Text) readonly thumbhash!: string | null;
  @Flag('Whether all visitors see it now.') readonly isPublic!: boolean;
  @Flag('Whether it waits for a decision.') readonly isOpen!: boolean;
  @List(() => ReviewReason) readonly reasons!: readonly ReviewReason[];
  @Whole({ min: 0, max: 3, about: 'The most harm that its reasons name.' }) readonly harm!: number;
  @Whole('Ratings, likes and comments.') readonly reach!: number;
  @Maybe(OneOf(TRUST_LEVELS), 'Of its owner, at publication.') readonly standing!: TrustLevel | null;
  @Maybe(OneOf(['pass', 'review']), 'Of the photo check.') readonly verdict!: 'pass' | 'review' | null;
  @Maybe(Whole, 'The AI score.') readonly score!: number | null;
  @Maybe(Text, 'The comment of the AI.') readonly comment!: string | null;
  @Maybe(Text) readonly model!: string | null;
  @Maybe(Text) readonly promptVersion!: string | null;
  @Maybe(When, 'Its oldest report or flag.') readonly since!: string | null;
  @Maybe(When, 'The target of its reasons.') readonly dueAt!: string | null;
  @Flag() readonly isOverdue!: boolean;
  @Maybe(Text, 'The username of the admin who reviews it now.') readonly claimedBy!: string | null;
  @Maybe(When) readonly claimedUntil!: string | null;
  @Flag('Whether you have claimed it.') readonly isMine!: boolean;
  @Flag('Whether it is your own post, or you reported it: another admin has to review it.')
  readonly isOwn!: boolean;
  @Maybe(Text, 'Why the post cannot be read at the moment, in a sentence. Then nothing else of it is shown.')
  readonly unreadable!: string | null;
}

export class NextReview {
  @Maybe(Part(() => ReviewItem), 'Null when nothing is left.') readonly item!: ReviewItem | null;
}

export class ReviewDecided {
  @Id('The act, by which it can be undone.') readonly actId!: string;
  @Flag('Whether all that follows is carried out. If not, the status is 202, and it will be.')
  readonly isCarriedOut!: boolean;
}
