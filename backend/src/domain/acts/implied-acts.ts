import { Account } from '../account/account.js';
import type { DomainEvents } from '../events.js';
import type { OwnActFields } from '../moderation-saga/own-act.js';
import { NOBODY } from '../admin/person.js';
import type { Decider } from '../moderation/self-decision.js';
import type { Subject } from '../report/subject.js';
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

type Reviewed = DomainEvents['ReviewDecided'];
type ReviewedLast = Pick<Reviewed, 'subject' | 'subjectId' | 'decision' | 'actId' | 'reports'>;

/** The act on the subject that a decision of a review is. Other decisions are about the reports alone. */
const ON_SUBJECT: Readonly<Record<Subject, Readonly<Partial<Record<ReviewDecision, ActKind>>>>> = {
  post: { approve: 'PostApproved', hide: 'PostHidden', remove: 'PostRemoved' },
  comment: { hide: 'CommentHidden' },
  profile: { hide: 'ProfileWithheld' },
};

/** What a decision of a review means for the subject; null for a decision about the reports alone. */
export function actOnSubject(
  { subject, subjectId, ownerId, adminId, actId, decision, parts, seen, shown, ...why }: Reviewed,
  decider: Decider,
): ImpliedAct | null {
  const kind = ON_SUBJECT[subject][decision];
  if (!kind) return null;
  const act = { actId, decider, reason: why.reason, note: why.note ?? '' };
  const command =
    kind === 'ProfileWithheld'
      ? Account.WithholdProfile({ ...act, accountId: subjectId, reason: act.reason ?? 'other', parts, seen })
      : commandOf(kind, { ...act, subjectId, adminId, shown });
  return { kind, isUndo: false, actId, subjectId, ownerId, command };
}

/** What a decision of a review means for a report on the subject. */
export function actOnReport(
  { reporterId, actId }: Reviewed['reports'][number],
  { subjectId, decision }: Pick<Reviewed, 'subjectId' | 'decision'>,
  decider: Decider,
): ImpliedAct {
  const isRight = decision === 'hide' || decision === 'remove';
  const status = isRight ? 'reviewed' : 'dismissed';
  return {
    kind: isRight ? 'ReportReviewed' : 'ReportDismissed',
    isUndo: false,
    actId,
    subjectId: reportIdOf(subjectId, reporterId),
    ownerId: reporterId,
    command: Report.DecideReport({ subjectId, reporterId, actId, decider, status, note: '' }),
  };
}

/** Everything that a decision of a review implies. */
export function actsOfReview(decided: Reviewed, decider: Decider): ImpliedAct[] {
  const onSubject = actOnSubject(decided, decider);
  const onReports = decided.reports.map((report) => actOnReport(report, decided, decider));
  return onSubject ? [onSubject, ...onReports] : onReports;
}

/** The commands that undo a decision of a review: first the acts on the reports, so that the post is never shown without them. */
export function undosOfReview(
  { subject, subjectId, decision, actId, reports }: ReviewedLast,
  how: { readonly adminId: string; readonly decider: Decider; readonly because: string },
): Command<object>[] {
  const kind = ON_SUBJECT[subject][decision];
  const undo = kind && undoOf(kind, { subjectId, actId, ...how });
  const { decider, because } = how;
  const reopened = reports.map((report) => Report.ReopenReport({ subjectId, ...report, decider, because }));
  return undo ? [...reopened, undo] : reopened;
}

/** What a granted appeal implies: that the act is undone. */
export function actOfAppeal(
  { actId, about, subjectId, ownerId, adminId }: Omit<DomainEvents['AppealDecided'], 'isGranted' | 'note'>,
  decider: Decider,
): ImpliedAct {
  const kind = kindAppealed(about);
  const because = 'The appeal was granted.';
  const command = undoOf(kind, { subjectId, actId, adminId, decider, because, isByAppeal: true });
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
