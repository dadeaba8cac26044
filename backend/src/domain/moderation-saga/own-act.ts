import { aggregate, Rejected } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import {
  type DataOf,
  type TypeOf,
  flag,
  id,
  list,
  named,
  nullable,
  object,
  personal,
  text,
  time,
} from '../../kernel/field.js';
import { ReasonCode } from '../moderation/reasons.js';

/** An act of an admin on their own post, comment or report, or the undoing of one. */
export const OwnActFields = named(
  'OwnAct',
  object({
    /** The post, comment or report. */
    subjectId: id,
    /** The act that is done then, or that is undone. */
    actId: id,
    /** The type of the event that the act is. */
    kind: text,
    isUndo: flag,
    /** The account that the act concerns. */
    ownerId: id,
    /** The admin who asked. */
    adminId: id,
    reason: nullable(ReasonCode),
    /** Why, in the words of the admin; null once their key has been destroyed. */
    note: personal('adminId', text),
  }),
);
export type OwnActFields = TypeOf<typeof OwnActFields>;

const askedFields = {
  ...OwnActFields.properties,
  dueAt: time,
  /** The accounts that it concerns. Admins who have one of them cannot decide. */
  concerned: list(id),
};
const withdrawnFields = { subjectId: id, actId: id, by: id };

/** What the field `subjectId` stands for, by the act in `kind`. */
export const ABOUT_ACT = {
  by: 'kind',
  kinds: {
    PostApproved: 'post',
    PostHidden: 'post',
    PostShown: 'post',
    PostRemoved: 'post',
    PostEscalated: 'post',
    CommentHidden: 'comment',
    ReportReviewed: 'report',
    ReportDismissed: 'report',
    RaterExcluded: 'person',
    AccountStruck: 'person',
    AccountSuspended: 'person',
    ProfileWithheld: 'person',
  },
} as const;

const about = { subjectId: ABOUT_ACT, actId: 'act', adminId: 'admin', ownerId: 'person' } as const;

interface Settling {
  readonly subjectId: string;
  readonly actId: string;
  readonly now: string;
  readonly hasOther: boolean;
}

/** How long an act on one's own waits. */
export const OWN_ACT_WAITS_MS = 24 * 60 * 60_000;

/** What admins wait for about one post, comment or report of their own: one act at a time. */
export interface OwnAct {
  readonly waiting: DataOf<typeof askedFields> | null;
}

const initial: OwnAct = { waiting: null };

export const OwnAct = aggregate('ownAct', {
  id: ({ subjectId }: { readonly subjectId: string }) => subjectId,
  initial,
  lastEventIsState: true,
  events: {
    /** An admin asked for it while no other admin could decide. It takes effect at `dueAt` (ISO 8601) unless it is withdrawn. */
    OwnActAsked: event(
      askedFields,
      '{actor} asked to {isUndo?undo:carry out} the act {kind|words} on own content, {subjectId}, at {dueAt|time} ({reason|reason?no reason}).',
      { ...about, concerned: 'person' },
    ),
    /** An admin withdrew it. */
    OwnActWithdrawn: event(
      withdrawnFields,
      '{actor} withdrew {actId} on own content before it took effect.',
      { actId: 'act', by: 'admin' },
    ),
    /** Its time is over, and still no other admin could decide. It is carried out after this. */
    OwnActDue: event(
      OwnActFields.properties,
      '{actor} let the act {kind|words} {isUndo?be undone:take effect} on {subjectId}, own content of {adminId}, as no other admin could decide ({reason|reason?no reason}).',
      about,
    ),
    /** Its time is over, and another admin can decide by now. It has no effect. */
    OwnActLapsed: event(
      { subjectId: id, actId: id },
      '{actor} dropped {actId} on own content of an admin, as another one could decide by then.',
      { actId: 'act' },
    ),
  },
}).rules({
  evolve: {
    OwnActAsked: (_, waiting) => ({ waiting }),
    OwnActWithdrawn: () => initial,
    OwnActDue: () => initial,
    OwnActLapsed: () => initial,
  },
  decide: {
    /** Ask for an act on one's own post, comment or report. Idempotent while the same one waits. */
    AskOwnAct(asked: DataOf<typeof askedFields>, { waiting }) {
      if (!waiting) return [{ type: 'OwnActAsked', data: asked }];
      const isSame = waiting.kind === asked.kind && waiting.isUndo === asked.isUndo;
      if (isSame && waiting.adminId === asked.adminId) return [];
      throw new Rejected('conflict', 'Another decision about this waits. Withdraw it first.');
    },
    /** Withdraw it while it waits. */
    WithdrawOwnAct(withdrawal: DataOf<typeof withdrawnFields>, { waiting }) {
      if (waiting?.actId !== withdrawal.actId) {
        throw new Rejected('conflict', 'This decision does not wait any more.');
      }
      return [{ type: 'OwnActWithdrawn', data: withdrawal }];
    },
    /** Decide at `now` (ISO 8601) about an act whose time is over. It lapses if another admin can decide by now. */
    SettleOwnAct({ subjectId, actId, now, hasOther }: Settling, { waiting }) {
      if (waiting?.actId !== actId || now < waiting.dueAt) return [];
      if (hasOther) return [{ type: 'OwnActLapsed', data: { subjectId, actId } }];
      const { dueAt: _, concerned: __, ...act } = waiting;
      return [{ type: 'OwnActDue', data: act }];
    },
  },
});
