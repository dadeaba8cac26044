import { type EventsOf, event } from '../../kernel/event.js';
import { flag, id, nullable, text } from '../../kernel/field.js';
import { ABOUT_ACT } from './own-act.events.js';

/** What became of a decision: a review, an appeal, a suspension, or an act on one's own. */
export const decisionEvents = {
  /** A rule rejected an act, or its undoing, when the decision was carried out, for example because the post was gone by then. */
  ActRefused: event(
    {
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
    },
    '{actor} could not {isUndo?undo:carry out} the act {kind|words} on {subjectId}: a rule rejected it ({code|words}).',
    { subjectId: ABOUT_ACT, actId: 'act', adminId: 'admin', ownerId: 'person' },
  ),
};

export type DecisionEvents = EventsOf<typeof decisionEvents>;
