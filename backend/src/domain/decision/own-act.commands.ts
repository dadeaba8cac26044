import { Command } from '../../kernel/aggregate.js';
import type { OwnActEvents } from './own-act.events.js';

/** Ask for an act on one's own post, comment or report. Idempotent while the same one waits. */
export class AskOwnAct extends Command<OwnActEvents['OwnActAsked']> {}

/** Withdraw it while it waits. */
export class WithdrawOwnAct extends Command<OwnActEvents['OwnActWithdrawn']> {}

/** Decide at `now` (ISO 8601) about an act whose time is over. It lapses if another admin can decide by now. */
export class SettleOwnAct extends Command<{
  subjectId: string;
  actId: string;
  now: string;
  hasOther: boolean;
}> {}
