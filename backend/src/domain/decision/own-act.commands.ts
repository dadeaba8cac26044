import type { OwnActEvents } from './own-act.events.js';

/** Ask for an act on one's own post, comment or report. Idempotent while the same one waits. */
export type AskOwnAct = OwnActEvents['OwnActAsked'];

/** Withdraw it while it waits. */
export type WithdrawOwnAct = OwnActEvents['OwnActWithdrawn'];

/** Decide at `now` (ISO 8601) about an act whose time is over. It lapses if another admin can decide by now. */
export type SettleOwnAct = {
  subjectId: string;
  actId: string;
  now: string;
  hasOther: boolean;
};
