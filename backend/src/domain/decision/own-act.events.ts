import { type EventsOf, event } from '../../kernel/event.js';
import {
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

/** Acts of admins that concern themselves. One at a time waits for each post, comment or report. */
export const ownActEvents = {
  /** An admin asked for it while no other admin could decide. It takes effect at `dueAt` (ISO 8601) unless it is withdrawn. */
  OwnActAsked: event(
    {
      ...OwnActFields.properties,
      dueAt: time,
      /** The accounts that it concerns. Admins who have one of them cannot decide. */
      concerned: list(id),
    },
    '{actor} asked to {isUndo?undo:carry out} the act {kind|words} on own content, {subjectId}, at {dueAt|time} ({reason|reason?no reason}).',
    { subjectId: ABOUT_ACT, actId: 'act', adminId: 'admin', ownerId: 'person', concerned: 'person' },
  ),
  /** An admin withdrew it. */
  OwnActWithdrawn: event(
    {
      subjectId: id,
      actId: id,
      by: id,
    },
    '{actor} withdrew {actId} on own content before it took effect.',
    { actId: 'act', by: 'admin' },
  ),
  /** Its time is over, and still no other admin could decide. It is carried out after this. */
  OwnActDue: event(
    OwnActFields.properties,
    '{actor} let the act {kind|words} {isUndo?be undone:take effect} on {subjectId}, own content of {adminId}, as no other admin could decide ({reason|reason?no reason}).',
    { subjectId: ABOUT_ACT, actId: 'act', adminId: 'admin', ownerId: 'person' },
  ),
  /** Its time is over, and another admin can decide by now. It has no effect. */
  OwnActLapsed: event(
    {
      subjectId: id,
      actId: id,
    },
    '{actor} dropped {actId} on own content of an admin, as another one could decide by then.',
    { actId: 'act' },
  ),
};

export type OwnActEvents = EventsOf<typeof ownActEvents>;
