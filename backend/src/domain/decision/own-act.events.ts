import type { Catalogue } from '../../kernel/event.js';
import type { ReasonCode } from '../moderation/reasons.js';

/** An act of an admin on their own post, comment or report, or the undoing of one. */
export interface OwnAct {
  /** The post, comment or report. */
  readonly subjectId: string;
  /** The act that is done then, or that is undone. */
  readonly actId: string;
  /** The type of the event that the act is. */
  readonly kind: string;
  readonly isUndo: boolean;
  /** The account that the act concerns. */
  readonly ownerId: string;
  /** The admin who asked. */
  readonly adminId: string;
  readonly reason: ReasonCode | null;
  /** Why, in the words of the admin; null once their key has been destroyed. */
  readonly note: string | null;
}

/** Acts of admins that concern themselves. One at a time waits for each post, comment or report. */
export interface OwnActEvents {
  /** An admin asked for it while no other admin could decide. It takes effect at `dueAt` (ISO 8601) unless it is withdrawn. */
  OwnActAsked: OwnAct & {
    dueAt: string;
    /** The accounts that it concerns. Admins who have one of them cannot decide. */
    concerned: readonly string[];
  };
  /** An admin withdrew it. */
  OwnActWithdrawn: { subjectId: string; actId: string; by: string };
  /** Its time is over, and still no other admin could decide. It is carried out after this. */
  OwnActDue: OwnAct;
  /** Its time is over, and another admin can decide by now. It has no effect. */
  OwnActLapsed: { subjectId: string; actId: string };
}

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
  },
} as const;

const personal = { subject: 'adminId', fields: ['note'] } as const;

export const ownActEvents: Catalogue<OwnActEvents> = {
  OwnActAsked: {
    version: 1,
    personal,
    trail: {
      says: '{actor} asked to {isUndo?undo:carry out} {kind|words} on own content, {subjectId}, at {dueAt|time} ({reason|reason?no reason}).',
      about: { subjectId: ABOUT_ACT, actId: 'act', adminId: 'admin', ownerId: 'person', concerned: 'person' },
      reason: 'reason',
    },
  },
  OwnActWithdrawn: {
    version: 1,
    trail: {
      says: '{actor} withdrew {actId} on own content before it took effect.',
      about: { actId: 'act', by: 'admin' },
    },
  },
  OwnActDue: {
    version: 1,
    personal,
    trail: {
      says: '{actor} let {kind|words} {isUndo?be undone:take effect} on {subjectId}, own content of {adminId}, as no other admin could decide ({reason|reason?no reason}).',
      about: { subjectId: ABOUT_ACT, actId: 'act', adminId: 'admin', ownerId: 'person' },
      reason: 'reason',
    },
  },
  OwnActLapsed: {
    version: 1,
    trail: {
      says: '{actor} dropped {actId} on own content of an admin, as another one could decide by then.',
      about: { actId: 'act' },
    },
  },
};
