import { Flag, Id, List, Maybe, OneOf, Part, Text, When, Whole } from '../../contract/fields.js';
import { REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';
import { TRUST_LEVELS, type TrustLevel } from '../../domain/moderation/trust-level.js';
import { SUBJECTS, type Subject } from '../../domain/report/subject.js';
import { WithheldPart } from '../../projections/accounts/accounts.js';
import { SocialLinks } from '../../projections/accounts/people.js';
import { RemovedPicture } from './removed-pictures.service.js';

const SOURCES = ['flag', 'new owner', 'owner under strikes', 'report'] as const;

export class ReviewReason {
  @OneOf(SOURCES) readonly source!: (typeof SOURCES)[number];
  @Maybe(Text, 'What the photo check flagged.') readonly text!: string | null;
  @Maybe(OneOf(REASON_CODES)) readonly category!: ReasonCode | null;
  @Whole('How many people reported it for this.') readonly reports!: number;
  @When() readonly at!: string;
  @When('When it should be decided.') readonly dueAt!: string;
}

/** A report that waits for a decision. */
class ShownReport {
  @Text() readonly id!: string;
  @Id('The reporter.') readonly userId!: string;
  @Maybe(Text) readonly username!: string | null;
  @OneOf(REASON_CODES) readonly category!: ReasonCode;
  @Maybe(Text, 'In the words of the reporter; null once they are deleted.') readonly reason!: string | null;
  @When() readonly at!: string;
}

/** A public profile as others see it. */
export class ReviewedProfile {
  @Maybe(Text) readonly displayUsername!: string | null;
  @Maybe(Text) readonly bio!: string | null;
  @Maybe(Part(() => SocialLinks)) readonly socialLinks!: SocialLinks | null;
  @Maybe(Text, 'For admins: also while the person is suspended.') readonly profilePictureUrl!: string | null;
  @Maybe(When, 'When profile or picture last changed.') readonly profileChangedAt!: string | null;
  @List(() => WithheldPart, 'What is withheld already, and null here.')
  readonly withheld!: readonly WithheldPart[];
}

export class DecidedBefore {
  @Text('The act in words.') readonly name!: string;
  @Maybe(OneOf(REASON_CODES)) readonly reason!: ReasonCode | null;
  @When() readonly at!: string;
}

/** Whose it is. */
export class ReviewedPerson {
  @When() readonly registeredAt!: string;
  @Whole('How many of their posts went public.') readonly publicPosts!: number;
  @List(() => DecidedBefore, 'The latest decisions against them that stand, newest first, 3 at most.')
  readonly decisions!: readonly DecidedBefore[];
}

export class ReviewItem {
  @Id('Of the post or comment, or of the account whose profile it is.') readonly id!: string;
  @OneOf(SUBJECTS) readonly subject!: Subject;
  @Maybe(Id, 'The post, or that of the comment; null for a profile.') readonly postId!: string | null;
  @Id() readonly ownerId!: string;
  @Maybe(Text) readonly username!: string | null;
  @Maybe(Text, 'Of the post: 640 pixels wide; 1280.webp and 320.webp are beside it.')
  readonly imageUrl!: string | null;
  @Maybe(Text, 'Of the comment.') readonly text!: string | null;
  @Maybe(Part(() => ReviewedProfile)) readonly profile!: ReviewedProfile | null;
  @List(() => ShownReport, 'What waits for a decision, oldest first; empty in lists, 50 at most.')
  readonly reports!: readonly ShownReport[];
  @Maybe(Part(() => ReviewedPerson), 'Null in lists, and for a deleted account.')
  readonly person!: ReviewedPerson | null;
  @Maybe(Text) readonly thumbhash!: string | null;
  @Flag('Whether all visitors see it now.') readonly isPublic!: boolean;
  @Flag('Whether reports of a minor hide it until it is decided.') readonly isInCheck!: boolean;
  @Flag('Whether it waits for a decision.') readonly isOpen!: boolean;
  @List(() => ReviewReason) readonly reasons!: readonly ReviewReason[];
  @Whole({ min: 0, max: 4, about: 'The most harm that its reasons name; 4 for a post in check.' })
  readonly harm!: number;
  @Whole('Ratings, likes and comments.') readonly reach!: number;
  @Maybe(OneOf(TRUST_LEVELS), 'Of its owner, at publication.') readonly standing!: TrustLevel | null;
  @Maybe(OneOf(['pass', 'review']), 'Of the photo check.') readonly verdict!: 'pass' | 'review' | null;
  @Maybe(Whole, 'The AI score.') readonly score!: number | null;
  @Maybe(Text, 'The comment of the AI.') readonly comment!: string | null;
  @Maybe(Text) readonly model!: string | null;
  @Maybe(Text) readonly promptVersion!: string | null;
  @Maybe(Part(() => RemovedPicture), 'The removed picture that it may be a changed copy of.')
  readonly copyOf!: RemovedPicture | null;
  @Maybe(When, 'Its oldest report or flag.') readonly since!: string | null;
  @Maybe(When, 'The target of its reasons.') readonly dueAt!: string | null;
  @Flag() readonly isOverdue!: boolean;
  @Maybe(Text, 'The username of the admin who reviews it now.') readonly claimedBy!: string | null;
  @Maybe(When) readonly claimedUntil!: string | null;
  @Flag('Whether you have claimed it.') readonly isMine!: boolean;
  @Flag('Whether it is your own, or you reported it: another admin has to review it.')
  readonly isOwn!: boolean;
  @Maybe(Text, 'Why it cannot be read at the moment, in a sentence. Then nothing else of it is shown.')
  readonly unreadable!: string | null;
}

export class NextReview {
  @Maybe(Part(() => ReviewItem), 'Null when nothing is left.') readonly item!: ReviewItem | null;
}

export class ReviewDecided {
  @Id('The act, by which it can be undone.') readonly actId!: string;
  @Flag('Whether all that follows is carried out. If not, the status is 202, and it will be.')
  readonly isCarriedOut!: boolean;
  @Whole('How many reports wait that it does not cover.') readonly newer!: number;
}
