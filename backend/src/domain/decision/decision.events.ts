import type { Catalogue } from '../../kernel/event.js';
import { ABOUT_ACT } from './own-act.events.js';

/** What became of a decision: a review, an appeal, a suspension, or an act on one's own. */
export interface DecisionEvents {
  /** A rule rejected an act, or its undoing, when the decision was carried out, for example because the post was gone by then. */
  ActRefused: {
    /** The id of the event of the decision. */
    decisionId: string;
    /** Who decided. */
    adminId: string;
    actId: string;
    /** The type of the event that the act is. */
    kind: string;
    isUndo: boolean;
    subjectId: string;
    /** Whom the act would have concerned; null for nobody. */
    ownerId: string | null;
    code: string;
    /** In words, for admins. */
    problem: string;
  };
}

export const decisionEvents: Catalogue<DecisionEvents> = {
  ActRefused: {
    version: 1,
    trail: {
      says: '{actor} failed to {isUndo?undo:carry out} {kind|words} on {subjectId}, as a rule rejected it ({code|words}).',
      about: { subjectId: ABOUT_ACT, actId: 'act', adminId: 'admin', ownerId: 'person' },
    },
  },
};
