import { aggregate } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { type DataOf, flag, id, nullable, text } from '../../kernel/field.js';
import { ABOUT_ACT } from './own-act.js';

const refusedFields = {
  /** The id of the event of the decision. */
  decisionId: id,
  /** Who decided. */
  adminId: id,
  actId: id,
  /** The type of the event that the act is. */
  kind: text,
  isUndo: flag,
  subjectId: id,
  /** Whom the act would have concerned; null for nobody. */
  ownerId: nullable(id),
  code: text,
  /** In words, for admins. */
  problem: text,
};

type Refusal = DataOf<typeof refusedFields>;

/** What was rejected when a decision was carried out: a review, an appeal, a suspension, or an act on one's own. */
export interface CarriedOut {
  readonly refused: readonly Refusal[];
}

const initial: CarriedOut = { refused: [] };

export const Decision = aggregate('decision', {
  id: ({ decisionId }: { readonly decisionId: string }) => decisionId,
  initial,
  events: {
    /** A rule rejected an act, or its undoing, when the decision was carried out, for example because the post was gone by then. */
    ActRefused: event(
      refusedFields,
      '{actor} could not {isUndo?undo:carry out} the act {kind|words} on {subjectId}: a rule rejected it ({code|words}).',
      { subjectId: ABOUT_ACT, actId: 'act', adminId: 'admin', ownerId: 'person' },
    ),
  },
}).rules({
  evolve: { ActRefused: ({ refused }, refusal) => ({ refused: [...refused, refusal] }) },
  decide: {
    /** Record that a part of a decision was rejected when it was carried out. Idempotent by the act. */
    RecordRefusal: (refusal: Refusal, { refused }) =>
      refused.some(({ actId }) => actId === refusal.actId) ? [] : [{ type: 'ActRefused', data: refusal }],
  },
});
