import { ApiProperty } from '@nestjs/swagger';
import { REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';
import { POST_STATUSES, type PostStatus } from '../../domain/post/post-acts.events.js';
import type { Stored } from '../../kernel/document-store.js';
import type { PublicPerson } from '../../projections/accounts/people.reader.js';
import type { ModeratedPostDocument } from '../../projections/moderated-posts/moderated-posts.projection.js';
import { adminPictureUrl } from '../../projections/moderated-posts/shown-moderated-posts.js';
import {
  REPORT_STATUSES,
  type ReportDocument,
  type ReportStatus,
} from '../../projections/reports/reports.projection.js';

class AdminReportNote {
  @ApiProperty({ format: 'date-time' })
  readonly at!: string;

  @ApiProperty({ type: String, nullable: true })
  readonly adminName!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Null once the reporter is deleted.' })
  readonly text!: string | null;
}

class AdminReportDecision {
  @ApiProperty({ format: 'uuid', description: 'The act, which can be undone.' })
  readonly actId!: string;

  @ApiProperty({ format: 'date-time' })
  readonly at!: string;

  @ApiProperty({ type: String, nullable: true })
  readonly adminName!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'For the reporter.' })
  readonly note!: string | null;
}

/** What is joined to a report. */
export interface JoinedToReport {
  readonly people: ReadonlyMap<string, PublicPerson>;
  readonly posts: ReadonlyMap<string, Stored<ModeratedPostDocument>>;
  /** The names of admins, by id. */
  readonly names: ReadonlyMap<string, string>;
}

/** A report as admins see it. */
export class AdminReport {
  @ApiProperty()
  readonly id: string;

  @ApiProperty({ format: 'uuid' })
  readonly postId: string;

  @ApiProperty({ type: String, nullable: true, description: 'Null once the post is deleted.' })
  readonly imageUrl: string | null;

  @ApiProperty({ enum: POST_STATUSES, nullable: true, type: String })
  readonly postStatus: PostStatus | null;

  @ApiProperty({ type: Number, description: 'How many reports on the post wait for a decision.' })
  readonly openReports: number;

  @ApiProperty({ format: 'uuid' })
  readonly ownerId: string;

  @ApiProperty({ type: String, nullable: true })
  readonly ownerName: string | null;

  @ApiProperty({ format: 'uuid', description: 'Who reported the post.' })
  readonly userId: string;

  @ApiProperty({ type: String, nullable: true })
  readonly username: string | null;

  @ApiProperty({ enum: REASON_CODES })
  readonly category: ReasonCode;

  @ApiProperty({ type: String, nullable: true, description: 'Null once the reporter is deleted.' })
  readonly reason: string | null;

  @ApiProperty({ enum: REPORT_STATUSES })
  readonly status: ReportStatus;

  @ApiProperty({ format: 'date-time' })
  readonly createdAt: string;

  @ApiProperty({ description: 'How many reports of the same person on the post were decided before.' })
  readonly earlier: number;

  @ApiProperty({ type: String, nullable: true, description: 'The id of the admin who works on it.' })
  readonly assigneeId: string | null;

  @ApiProperty({ type: String, nullable: true })
  readonly assigneeName: string | null;

  @ApiProperty({ type: [AdminReportNote], description: 'Oldest first.' })
  readonly notes: readonly AdminReportNote[];

  @ApiProperty({ type: AdminReportDecision, nullable: true })
  readonly decision: AdminReportDecision | null;

  constructor(report: Stored<ReportDocument>, { people, posts, names }: JoinedToReport) {
    const nameOf = (adminId: string | null) => (adminId === null ? null : (names.get(adminId) ?? null));
    const post = posts.get(report.postId);
    const { decision, ownerId, reporterId } = report;
    this.id = report._id;
    this.postId = report.postId;
    this.imageUrl = post ? adminPictureUrl(report.postId) : null;
    this.postStatus = post?.status ?? null;
    this.openReports = post?.openReports ?? 0;
    this.ownerId = ownerId;
    this.ownerName = people.get(ownerId)?.username ?? null;
    this.userId = reporterId;
    this.username = people.get(reporterId)?.username ?? null;
    this.category = report.category;
    this.reason = report.reason;
    this.status = report.status;
    this.createdAt = report.reportedAt;
    this.earlier = report.earlier;
    this.assigneeId = report.assigneeId;
    this.assigneeName = nameOf(report.assigneeId);
    this.notes = report.notes.map(({ at, adminId, text }) => ({ at, adminName: nameOf(adminId), text }));
    this.decision = decision && {
      actId: decision.actId,
      at: decision.at,
      adminName: nameOf(decision.adminId),
      note: decision.note,
    };
  }
}

/** A report after a decision. */
export class DecidedReport {
  @ApiProperty()
  readonly id!: string;

  @ApiProperty({ enum: REPORT_STATUSES })
  readonly status!: ReportStatus;

  @ApiProperty({ type: [String], description: 'The acts that made it so, which can be undone.' })
  readonly actIds!: readonly string[];
}
