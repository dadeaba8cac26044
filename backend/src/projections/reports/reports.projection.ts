import type { DomainEvents } from '../../domain/events.js';
import type { ReasonCode } from '../../domain/moderation/reasons.js';
import { reportIdOf } from '../../domain/report/report.js';
import type { EventFold } from '../../kernel/projection.js';
import { projection } from '../projection.js';

export const REPORT_STATUSES = ['pending', 'reviewed', 'dismissed'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** A person's report of a post: the latest, if they reported it again after a decision. */
export interface ReportDocument {
  readonly postId: string;
  readonly ownerId: string;
  readonly reporterId: string;
  readonly category: ReasonCode;
  /** In the reporter's own words; null once the reporter's key has been destroyed. */
  readonly reason: string | null;
  readonly status: ReportStatus;
  readonly reportedAt: string;
  /** How many reports of the same person were decided before. */
  readonly earlier: number;
  readonly assigneeId: string | null;
  /** The latest ones, oldest first. All are in the log. */
  readonly notes: readonly ReportNote[];
  readonly decision: ReportDecision | null;
}

interface ReportNote {
  readonly at: string;
  readonly adminId: string | null;
  readonly text: string | null;
}

interface ReportDecision {
  readonly actId: string;
  readonly at: string;
  readonly adminId: string | null;
  readonly note: string | null;
}

const MOST_NOTES = 100;

type OfReport = { readonly data: { readonly postId: string; readonly reporterId: string } };
const ids = ({ data: { postId, reporterId } }: OfReport) => [reportIdOf(postId, reporterId)];

export const reports = projection<ReportDocument>({
  name: 'reports',
  version: 2,
  ofLiving: (report, isErased) =>
    isErased(report.reporterId)
      ? {
          ...report,
          reason: null,
          notes: report.notes.map((note) => ({ ...note, text: null })),
          decision: report.decision && { ...report.decision, note: null },
        }
      : report,
  indexes: [
    { fields: { reportedAt: 1 } },
    { fields: { status: 1, reportedAt: 1 } },
    { fields: { category: 1, reportedAt: 1 } },
    { fields: { assigneeId: 1, reportedAt: 1 } },
    { fields: { postId: 1, reportedAt: 1 } },
    { fields: { ownerId: 1, reportedAt: 1 } },
    { fields: { reporterId: 1, reportedAt: 1 } },
  ],
  on: {
    PostReported: {
      ids,
      fold: (before, { data: { postId, ownerId, reporterId, category, reason }, metadata: { at } }) => ({
        postId,
        ownerId,
        reporterId,
        category,
        reason,
        status: 'pending',
        reportedAt: at,
        earlier: before ? before.earlier + 1 : 0,
        assigneeId: null,
        notes: before?.notes ?? [],
        decision: null,
      }),
    },
    ReportReviewed: decided('reviewed'),
    ReportDismissed: decided('dismissed'),
    ReportReopened: { ids, fold: (report) => report && { ...report, status: 'pending', decision: null } },
    ReportAssigned: { ids, fold: (report, { data: { assigneeId } }) => report && { ...report, assigneeId } },
    ReportNoted: {
      ids,
      fold: (report, { data: { text }, metadata: { at, actor } }) =>
        report && { ...report, notes: [...report.notes, { at, adminId: actor.id, text }].slice(-MOST_NOTES) },
    },
    ReportCategorised: { ids, fold: (report, { data: { category } }) => report && { ...report, category } },
  },
});

function decided<Type extends 'ReportReviewed' | 'ReportDismissed'>(
  status: ReportStatus,
): EventFold<ReportDocument, Type, DomainEvents[Type]> {
  return {
    ids,
    fold: (report, { data: { actId, note }, metadata: { at, actor } }) =>
      report && { ...report, status, decision: { actId, at, adminId: actor.id, note } },
  };
}
