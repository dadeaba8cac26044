import { aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import type * as commands from './own-act.commands.js';
import { ownActEvents, type OwnActEvents } from './own-act.events.js';

/** How long an act on one's own waits. */
export const OWN_ACT_WAITS_MS = 24 * 60 * 60_000;

/** What admins wait for about one post, comment or report of their own. */
export interface OwnActs {
  readonly waiting: OwnActEvents['OwnActAsked'] | null;
}

type Decision = EventOf<typeof ownActEvents>[];

const askOwnAct = (asked: commands.AskOwnAct, { waiting }: OwnActs): Decision => {
  if (!waiting) return [{ type: 'OwnActAsked', data: asked }];
  const isSame = waiting.kind === asked.kind && waiting.isUndo === asked.isUndo;
  if (isSame && waiting.adminId === asked.adminId) return [];
  throw new Rejected('conflict', 'Another decision about this waits. Withdraw it first.');
};

const withdrawOwnAct = (withdrawal: commands.WithdrawOwnAct, { waiting }: OwnActs): Decision => {
  if (waiting?.actId !== withdrawal.actId) {
    throw new Rejected('conflict', 'This decision does not wait any more.');
  }
  return [{ type: 'OwnActWithdrawn', data: withdrawal }];
};

const settleOwnAct = (
  { subjectId, actId, now, hasOther }: commands.SettleOwnAct,
  { waiting }: OwnActs,
): Decision => {
  if (waiting?.actId !== actId || now < waiting.dueAt) return [];
  if (hasOther) return [{ type: 'OwnActLapsed', data: { subjectId, actId } }];
  const { dueAt: _, concerned: __, ...act } = waiting;
  return [{ type: 'OwnActDue', data: act }];
};

const over = (): OwnActs => ({ waiting: null });

type Key = commands.AskOwnAct | commands.WithdrawOwnAct | commands.SettleOwnAct;

const initial: OwnActs = { waiting: null };

export const OwnAct = aggregate('ownAct', {
  id: ({ subjectId }: Key) => subjectId,
  initial,
  lastEventIsState: true,
  events: ownActEvents,
}).rules({
  evolve: {
    OwnActAsked: (_, waiting) => ({ waiting }),
    OwnActWithdrawn: over,
    OwnActDue: over,
    OwnActLapsed: over,
  },
  decide: { AskOwnAct: askOwnAct, WithdrawOwnAct: withdrawOwnAct, SettleOwnAct: settleOwnAct },
});
