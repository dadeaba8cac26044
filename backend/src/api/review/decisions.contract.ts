import { Flag, Text, Id, Maybe, OneOf, Part, When, Whole } from '../../contract/fields.js';
import { APPEALED, type Appealed } from '../../domain/review/appeal.js';
import { REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';
import { APPEAL_OUTCOMES, type AppealOutcome } from '../../projections/moderation/appeals.js';
import { TOLD_NAMES, type ToldName } from '../../domain/acts/acts.js';

export class OwnAppeal {
  @Maybe(Text) readonly text!: string | null;
  @When() readonly filedAt!: string;
  @OneOf(APPEAL_OUTCOMES) readonly outcome!: AppealOutcome;
  @Maybe(Text, 'What the admin who decided it wrote.') readonly note!: string | null;
  @Maybe(When) readonly decidedAt!: string | null;
}

/** A decision of an admin about you, your content or a report of yours, and its appeal. */
export class OwnDecision {
  @Id() readonly actId!: string;
  @OneOf(TOLD_NAMES) readonly kind!: ToldName;
  @Text('In a sentence.') readonly title!: string;
  @Maybe(Id, 'The post, or that of your comment or report; null for a decision about your account.')
  readonly postId!: string | null;
  @Maybe(Text, 'Your comment, why you reported the post, or what was withheld of your profile.')
  readonly text!: string | null;
  @Maybe(OneOf(REASON_CODES), 'Null for a decision about a report.') readonly reason!: ReasonCode | null;
  @Maybe(Text, 'The reason in words.') readonly label!: string | null;
  @Maybe(Whole, 'The section of the Terms of Service that has the rule.') readonly section!: number | null;
  @Text('What the admin wrote; empty if nothing.') readonly note!: string;
  @When() readonly decidedAt!: string;
  @OneOf(['person', 'software']) readonly decidedBy!: 'person' | 'software';
  @Maybe(When, 'Until when the picture of a removed post is kept; null for a hidden post, which is kept.')
  readonly keptUntil!: string | null;
  @Maybe(When, 'When a suspension ends; null if it has no end.') readonly endsAt!: string | null;
  @Flag('Whether the decision was undone.') readonly isUndone!: boolean;
  @Flag('Whether you can appeal: once, while the decision stands.') readonly canAppeal!: boolean;
  @Maybe(Part(() => OwnAppeal)) readonly appeal!: OwnAppeal | null;
}

export class AdminAppeal extends OwnAppeal {
  @Id('The id of the act, which is also that of the appeal.') readonly id!: string;
  @OneOf(APPEALED, 'What the decision was about.') readonly about!: Appealed;
  @Maybe(OneOf(TOLD_NAMES), 'The decision.') readonly kind!: ToldName | null;
  @Maybe(Text, 'The decision, as admins call it.') readonly name!: string | null;
  @Maybe(Text, 'Why the decision was not undone although the appeal was granted; null for no problem.')
  readonly problem!: string | null;
  @Maybe(Id, 'The post, or that of the comment or report; null for a decision about an account.')
  readonly postId!: string | null;
  @Maybe(
    Text,
    'Of the post, or the withheld profile picture; 640 pixels wide; 1280.webp and 320.webp are beside it.',
  )
  readonly imageUrl!: string | null;
  @Maybe(Text, 'The comment, why the post was reported, or what was withheld of the profile.')
  readonly subjectText!: string | null;
  @Id('Who appeals.') readonly ownerId!: string;
  @Maybe(Text) readonly username!: string | null;
  @Maybe(OneOf(REASON_CODES), 'Of the decision.') readonly reason!: ReasonCode | null;
  @Maybe(Text, 'What the person was told.') readonly reasonNote!: string | null;
  @Maybe(Text, 'The username of the admin who decided.') readonly actBy!: string | null;
  @Maybe(When, 'When they decided.') readonly actAt!: string | null;
  @Maybe(When, 'Of a suspension.') readonly endsAt!: string | null;
  @Flag('Whether the decision was undone, by the appeal or otherwise.') readonly isUndone!: boolean;
  @Maybe(Text, 'The username of the admin who decided the appeal.') readonly decidedBy!: string | null;
  @Maybe(
    Text,
    'Why you may not decide it: it is about your own decision, content or account, or needs an owner. Null if you may.',
  )
  readonly refusal!: string | null;
}
