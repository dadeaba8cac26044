import { Injectable } from '@nestjs/common';
import { ReasonCode } from '../domain/moderation/reasons.js';
import { Subject } from '../domain/report/subject.js';
import type { Stored } from '../kernel/document-store.js';
import { type TypeOf, id, list, nullable, number, object, oneOf, text, time } from '../kernel/field.js';
import { type AdminList, type Filters, containing, equal, filtered } from './admin-list.js';
import { listedBy, readerOf, view } from './view.js';

export const REPORT_STATUSES = ['pending', 'reviewed', 'dismissed'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** A person's report of a post, comment or profile: the latest, if they reported it again after a decision. */
const Report = object({
  subject: Subject,
  subjectId: id,
  /** The post, or that of the comment; null for a profile. */
  postId: nullable(id),
  ownerId: id,
  reporterId: id,
  category: ReasonCode,
  /** In the reporter's own words; null once the reporter's key has been destroyed. */
  reason: nullable(text),
  status: oneOf(...REPORT_STATUSES),
  reportedAt: time,
  /** How many reports of the same person were decided before. */
  earlier: number,
  assigneeId: nullable(id),
  /** The latest ones, oldest first. All are in the log. */
  notes: list(object({ at: time, adminId: nullable(id), text: nullable(text) })),
  decision: nullable(object({ actId: id, at: time, adminId: nullable(id), note: nullable(text) })),
  /** The latest dismissals of reports of a person under 18 that stand, oldest first; a new report keeps them. */
  falseAlarms: list(object({ actId: id, at: time })),
  /** When the last one of them was. */
  falseAt: nullable(time),
});
export type ReportDocument = TypeOf<typeof Report>;

const MOST_NOTES = 100;
const MOST_ALARMS = 10;
/** How many reports of a person under 18 by one person are looked at together. */
const MOST_OPEN = 100;
const STATUS = { ReportReviewed: 'reviewed', ReportDismissed: 'dismissed' } as const;

export const reports = view('reports', {
  version: 4,
  document: Report,
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
    ...listedBy('reportedAt', 'status', 'category', 'assigneeId', 'subjectId', 'ownerId', 'reporterId'),
    'reporterId category status reportedAt',
    'reporterId -falseAt',
  ],
})
  .createdBy('postId+reporterId', {
    PostReported: (before, data, { at }) =>
      filed(before, { ...data, subject: 'post', subjectId: data.postId }, at),
  })
  .createdBy('commentId+reporterId', {
    CommentReported: (before, { commentId, ...data }, { at }) =>
      filed(before, { ...data, subject: 'comment', subjectId: commentId }, at),
  })
  .createdBy('ownerId+reporterId', {
    ProfileReported: (before, data, { at }) =>
      filed(before, { ...data, subject: 'profile', subjectId: data.ownerId, postId: null }, at),
  })
  .changedBy(
    'subjectId+reporterId',
    ['ReportReviewed', 'ReportDismissed'],
    (report, { actId, note }, { at, actor }, _, { type }) => ({
      ...report,
      status: STATUS[type],
      decision: { actId, at, adminId: actor.id, note },
      ...(type === 'ReportDismissed' && report.category === 'minor'
        ? known([...report.falseAlarms, { actId, at }].slice(-MOST_ALARMS))
        : {}),
    }),
  )
  .changedBy('subjectId+reporterId', {
    ReportReopened: (report, { actId }) => ({
      ...report,
      status: 'pending',
      decision: null,
      ...known(report.falseAlarms.filter((alarm) => alarm.actId !== actId)),
    }),
    ReportAssigned: (report, { assigneeId }) => ({ ...report, assigneeId }),
    ReportNoted: (report, { text: note }, { at, actor }) => ({
      ...report,
      notes: [...report.notes, { at, adminId: actor.id, text: note }].slice(-MOST_NOTES),
    }),
    ReportCategorised: (report, { category }) => ({ ...report, category }),
  });

type Filed = Pick<
  ReportDocument,
  'subject' | 'subjectId' | 'postId' | 'ownerId' | 'reporterId' | 'category' | 'reason'
>;

/** A report that waits for a decision. */
function filed(before: ReportDocument | null, said: Filed, reportedAt: string): ReportDocument {
  return {
    ...said,
    reportedAt,
    status: 'pending',
    earlier: before ? before.earlier + 1 : 0,
    assigneeId: null,
    notes: before?.notes ?? [],
    decision: null,
    ...known(before?.falseAlarms ?? []),
  };
}

function known(falseAlarms: ReportDocument['falseAlarms']) {
  return { falseAlarms, falseAt: falseAlarms.at(-1)?.at ?? null };
}

export const REPORT_SORTS = ['createdAt', '-createdAt'] as const;

type ReportFilters = Filters<
  ReportDocument,
  'status' | 'category' | 'assigneeId' | 'subjectId' | 'ownerId' | 'reporterId'
>;

@Injectable()
export class ReportsReader extends readerOf(reports) {
  /** All reports on a post, comment or profile, oldest first. */
  on(subjectId: string): Promise<readonly Stored<ReportDocument>[]> {
    return this.all({ subjectId }, { reportedAt: 1 });
  }

  /** A person's reports of people under 18 that were not dismissed: first those that wait, oldest first; 100 at most. */
  openOfMinorsBy(reporterId: string): Promise<readonly Stored<ReportDocument>[]> {
    // 'pending' and 'reviewed' come after it.
    const where = { reporterId, category: 'minor', status: { $gt: 'dismissed' } };
    return this.documents.find({ where, sort: { status: 1, reportedAt: 1 }, limit: MOST_OPEN });
  }

  /** When such a report of a person was last dismissed, if that stands. */
  async lastFalseBy(reporterId: string): Promise<string | null> {
    const [last] = await this.documents.find({ where: { reporterId }, sort: { falseAt: -1 }, limit: 1 });
    return last?.falseAt ?? null;
  }

  /** How many reports wait for a decision, without those on the posts `without`, which are few. */
  async pending(without: ReadonlySet<string>): Promise<number> {
    const [all, ...left] = await Promise.all([
      this.documents.count({ status: 'pending' }),
      ...[...without].map((postId) => this.on(postId)),
    ]);
    return all - left.flat().filter(({ status }) => status === 'pending').length;
  }

  /** @param part of the reason, in any case */
  list(
    { subjectId, reporterId, ownerId, assigneeId, category, status }: ReportFilters,
    part: string | undefined,
    sort: (typeof REPORT_SORTS)[number],
  ): AdminList<ReportDocument> {
    return filtered(
      {
        name: 'reports',
        view: this.documents,
        sort: { field: 'reportedAt', direction: sort === 'createdAt' ? 1 : -1, type: 'time' },
      },
      [
        ...equal<ReportDocument>({ subjectId, reporterId, ownerId, assigneeId, category, status }),
        containing<ReportDocument>(part, ({ reason }) => reason),
      ],
    );
  }
}
