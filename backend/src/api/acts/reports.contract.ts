import { Maybe, OneOf, Id, List, Part, Text, When, Whole, show } from '../../contract/fields.js';
import { REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';
import { reportOf } from '../../domain/report/report.js';
import { SUBJECTS, type Subject } from '../../domain/report/subject.js';
import { REPORT_STATUSES, type ReportStatus, type ReportDocument } from '../../projections/reports.js';
import { POST_STATUSES, type PostStatus } from '../../domain/post/post-moderation.js';
import type { Stored } from '../../kernel/document-store.js';
import type { PublicPerson } from '../../projections/accounts/people.js';
import type { ActDocument } from '../../projections/acts.js';
import { type ModeratedPostDocument, adminPictureUrl } from '../../projections/moderated-posts.js';
import { OwnAct, WAITS, ownOf } from './acts.contract.js';

/** Of what and by whom a report is. */
export type ReportKey = NonNullable<ReturnType<typeof reportOf>>;

/** What an admin noted for other admins. */
export class AdminReportNote {
  @When() readonly at!: string;
  @Maybe(Text) readonly adminName!: string | null;
  @Maybe(Text, 'Null once the reporter is deleted.') readonly text!: string | null;
}

class AdminReportDecision {
  @Id('The act, which can be undone.') readonly actId!: string;
  @When() readonly at!: string;
  @Maybe(Text) readonly adminName!: string | null;
  @Maybe(Text, 'For the reporter.') readonly note!: string | null;
}

interface JoinedToReport {
  readonly people: ReadonlyMap<string, PublicPerson>;
  readonly posts: ReadonlyMap<string, Stored<ModeratedPostDocument>>;
  /** The names of admins, by id. */
  readonly names: ReadonlyMap<string, string>;
  /** The latest act on each report, if it concerns the admin who did it. */
  readonly own: ReadonlyMap<string, Stored<ActDocument>>;
}

export class AdminReport {
  @Text() readonly id!: string;
  @OneOf(SUBJECTS) readonly subject!: Subject;
  @Id('Of the post or comment, or of the account whose profile it is.') readonly subjectId!: string;
  @Maybe(Id, 'The post, or that of the comment; null for a profile.') readonly postId!: string | null;
  @Maybe(Text, 'Of the post; null once it is deleted.') readonly imageUrl!: string | null;
  @Maybe(OneOf(POST_STATUSES)) readonly postStatus!: PostStatus | null;
  @Whole('How many reports on the post wait for a decision; 0 for a comment or profile.')
  readonly openReports!: number;
  @Id() readonly ownerId!: string;
  @Maybe(Text) readonly ownerName!: string | null;
  @Id('Who reported it.') readonly userId!: string;
  @Maybe(Text) readonly username!: string | null;
  @OneOf(REASON_CODES) readonly category!: ReasonCode;
  @Maybe(Text, 'Null once the reporter is deleted.') readonly reason!: string | null;
  @OneOf(REPORT_STATUSES) readonly status!: ReportStatus;
  @When() readonly createdAt!: string;
  @Whole('How many reports of the same person on the same thing were decided before.')
  readonly earlier!: number;
  @Maybe(Text, 'The id of the admin who works on it.') readonly assigneeId!: string | null;
  @Maybe(Text) readonly assigneeName!: string | null;
  @List(() => AdminReportNote, 'Oldest first.') readonly notes!: readonly AdminReportNote[];
  @Maybe(Part(() => AdminReportDecision)) readonly decision!: AdminReportDecision | null;
  @Maybe(Part(() => OwnAct), 'Set if the latest decision concerns the admin who made it.')
  readonly own!: OwnAct | null;

  constructor(report: Stored<ReportDocument>, { people, posts, names, own }: JoinedToReport) {
    const nameOf = (adminId: string | null) => (adminId === null ? null : (names.get(adminId) ?? null));
    const { decision, ownerId, reporterId } = report;
    const post = report.subject === 'post' ? posts.get(report.subjectId) : undefined;
    show<AdminReport>(this, {
      ...report,
      id: report._id,
      imageUrl: post ? adminPictureUrl(report.subjectId) : null,
      postStatus: post?.status ?? null,
      openReports: post?.openReports ?? 0,
      ownerName: people.get(ownerId)?.username ?? null,
      userId: reporterId,
      username: people.get(reporterId)?.username ?? null,
      createdAt: report.reportedAt,
      assigneeName: nameOf(report.assigneeId),
      notes: report.notes.map(({ at, adminId, text }) => ({ at, adminName: nameOf(adminId), text })),
      own: ownOf(own.get(report._id)),
      decision: decision && {
        actId: decision.actId,
        at: decision.at,
        adminName: nameOf(decision.adminId),
        note: decision.note,
      },
    });
  }
}

export class DecidedReport extends AdminReport {
  @List(Text, 'The acts that made it so, which can be undone.') readonly actIds!: readonly string[];
  @Maybe(When, WAITS) readonly waitsUntil!: string | null;
}
