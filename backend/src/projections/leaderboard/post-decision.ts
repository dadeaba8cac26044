import { Id, OneOf, Text, When, Whole } from '../../contract/fields.js';
import { REASONS, REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';
import type { PostCause, PostModeration } from '../../domain/post/post-moderation.js';

/** Why a post is hidden or removed, for its owner. */
export class PostDecision {
  @Id() readonly actId: string;
  @OneOf(['hidden', 'removed']) readonly kind: PostCause['kind'];
  @OneOf(REASON_CODES) readonly reason: ReasonCode;
  @Text('The reason in words.') readonly label: string;
  @Whole('The section of the Terms of Service that has the rule.') readonly section: number;
  @Text('What the moderator wrote; empty if nothing.') readonly note: string;
  @When() readonly decidedAt: string;

  constructor({ actId, kind, reason, at }: PostCause, note: string) {
    this.actId = actId;
    this.kind = kind;
    this.reason = reason;
    this.label = REASONS[reason].label;
    this.section = REASONS[reason].section;
    this.note = note;
    this.decidedAt = at;
  }
}

/** The notes of acts, by the id of the act. */
export type Notes = ReadonlyMap<string, { readonly note: string | null }>;

/** Why a post is hidden or removed; null if it is neither. */
export function decisionOn({ cause }: PostModeration, notes: Notes): PostDecision | null {
  return cause && new PostDecision(cause, notes.get(cause.actId)?.note ?? '');
}
