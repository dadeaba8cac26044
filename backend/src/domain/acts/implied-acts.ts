import type { DomainEvents } from '../events.js';
import type { OwnActFields } from '../moderation-saga/own-act.js';
import { NOBODY } from '../admin/person.js';
import type { Decider } from '../moderation/self-decision.js';
import type { ReviewDecision } from '../review/review.js';
import { Report, reportIdOf } from '../report/report.js';
import type { Command } from '../../kernel/aggregate.js';
import { commandOf, undoOf, type ActKind, kindAppealed, rowOf } from './acts.js';

/** An act that follows from a decision, or the undoing of one. Repeating it changes nothing. */
export interface ImpliedAct {
  readonly kind: ActKind;
  readonly isUndo: boolean;
  readonly actId: string;
  readonly subjectId: string;
  /** Whom it concerns. */
  readonly ownerId: string;
  readonly command: Command<object>;
}

/** The act on the post that a decision of a review is; null for none. */
const ON_POST: Readonly<Record<ReviewDecision, ActKind | null>> = {
  approve: 'PostApproved',
  hide: 'PostHidden',
  remove: 'PostRemoved',
  dismiss: null,
};

type DecidedReport = DomainEvents['ReviewDecided']['reports'][number];

/** What a decision of a review means for the post; null for a decision about the reports alone. */
export function actOnPost(
  { postId, ownerId, adminId, actId, decision, reason, note }: DomainEvents['ReviewDecided'],
  decider: Decider,
): ImpliedAct | null {
  const kind = ON_POST[decision];
  if (kind === null) return null;
  const by = { adminId, decider };
  const command = commandOf(kind, { subjectId: postId, actId, ...by, reason, note: note ?? '' });
  return { kind, isUndo: false, actId, subjectId: postId, ownerId, command };
}

/** What a decision of a review means for a report on the post. */
export function actOnReport(
  { reporterId, actId }: DecidedReport,
  { postId, decision }: Pick<DomainEvents['ReviewDecided'], 'postId' | 'decision'>,
  decider: Decider,
): ImpliedAct {
  const isRight = decision === 'hide' || decision === 'remove';
  const status = isRight ? 'reviewed' : 'dismissed';
  return {
    kind: isRight ? 'ReportReviewed' : 'ReportDismissed',
    isUndo: false,
    actId,
    subjectId: reportIdOf(postId, reporterId),
    ownerId: reporterId,
    command: Report.DecideReport({ postId, reporterId, actId, decider, status, note: '' }),
  };
}

/** Everything that a decision of a review implies. */
export function actsOfReview(decided: DomainEvents['ReviewDecided'], decider: Decider): ImpliedAct[] {
  const onPost = actOnPost(decided, decider);
  const onReports = decided.reports.map((report) => actOnReport(report, decided, decider));
  return onPost ? [onPost, ...onReports] : onReports;
}

/** The commands that undo a decision of a review: the act on the post, and those on the reports. */
export function undosOfReview(
  postId: string,
  { decision, actId, reports }: Pick<DomainEvents['ReviewDecided'], 'decision' | 'actId' | 'reports'>,
  how: { readonly adminId: string; readonly decider: Decider; readonly because: string },
): Command<object>[] {
  const onPost = ON_POST[decision];
  const undo = onPost && undoOf(onPost, { subjectId: postId, actId, ...how });
  const { decider, because } = how;
  const reopened = reports.map((report) => Report.ReopenReport({ postId, ...report, decider, because }));
  return undo ? [undo, ...reopened] : reopened;
}

/** What a granted appeal implies: that the act is undone. */
export function actOfAppeal(
  { actId, about, subjectId, ownerId, adminId }: Omit<DomainEvents['AppealDecided'], 'isGranted' | 'note'>,
  decider: Decider,
): ImpliedAct {
  const kind = kindAppealed(about);
  const command = undoOf(kind, { subjectId, actId, adminId, decider, because: 'The appeal was granted.' });
  if (!command) throw new Error(`${kind} cannot be undone`);
  return { kind, isUndo: true, actId, subjectId, ownerId, command };
}

/** What an act on the admin's own post, comment or report implies once its time is over. */
export function actOfOwn({ isUndo, ...asked }: OwnActFields): ImpliedAct {
  const { actId, subjectId, ownerId, adminId, reason, note } = asked;
  const kind = asked.kind as ActKind;
  const of = { actId, subjectId, adminId, decider: NOBODY };
  const command = isUndo
    ? undoOf(kind, { ...of, because: note ?? '' })
    : commandOf(kind, { ...of, reason, note: note ?? '' });
  if (!command) throw new Error(`${kind} cannot be undone`);
  return { kind, isUndo, actId, subjectId, ownerId, command };
}

/** Whether a post is kept from visitors, or no longer: this is true before the admin gets an answer. */
export function changesVisibility({ kind }: ImpliedAct): boolean {
  const { subject, effect } = rowOf(kind);
  return subject === 'post' && effect !== null;
}
