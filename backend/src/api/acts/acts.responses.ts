import { Flag, Id, List, Maybe, OneOf, Part, Text, When, Whole } from '../../contract/fields.js';
import { REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';
import type { Stored } from '../../kernel/document-store.js';
import { ACT_KINDS, type ActKind, rolesToUndo, rowOf } from '../../domain/acts/act-facts.js';
import type { AdminRole } from '../../domain/admin/admin-roles.events.js';
import { SUBJECT_KINDS, type SubjectKind } from '../../domain/acts/row-facts.js';
import {
  type ActDocument,
  OWN_ACT_STATUSES,
  type OwnActStatus,
  isDone,
} from '../../projections/acts/acts.projection.js';
import {
  POST_STATUSES,
  type PostActType,
  type PostStatus,
  statusOf,
} from '../../domain/post/post-acts.events.js';
import type { PublicPerson } from '../../projections/accounts/people.reader.js';
import type { ModeratedPostDocument } from '../../projections/moderated-posts/moderated-posts.projection.js';
import { AdminPost, adminPictureUrl } from '../../projections/moderated-posts/shown-moderated-posts.js';
import {
  REPORT_STATUSES,
  type ReportDocument,
  type ReportStatus,
} from '../../projections/reports/reports.projection.js';
import type { CommentDocument } from '../../projections/comments/comments.projection.js';
import type { Post } from '../../domain/post/post-state.js';
import { Done } from '../community/community.responses.js';
import { ApiProperty, OmitType } from '@nestjs/swagger';
import { Boost, Price } from '../../projections/payments/shown-payments.js';

const WAITS = 'When it takes effect, because it concerns you and no other admin can decide; null if it has.';

/** The undoing of an act. */
export class UndoneAct extends Done {
  @Maybe(When, WAITS) readonly waitsUntil!: string | null;
}

class ActSubject {
  @OneOf(SUBJECT_KINDS) readonly kind!: SubjectKind;
  @Text() readonly id!: string;
}

class ActUndone {
  @When() readonly at!: string;
  @Maybe(Text, 'The id of the admin.') readonly by!: string | null;
  @Maybe(Text, 'The name of the admin.') readonly byName!: string | null;
  @Maybe(Text) readonly reason!: string | null;
}

/** An act that concerns the admin who asked for it. */
class OwnAct {
  @Id() readonly actId!: string;
  @Flag('Whether it is the undoing of the act.') readonly isUndo!: boolean;
  @OneOf(OWN_ACT_STATUSES, 'A lapsed one has no effect, because another admin can decide by now.')
  readonly status!: OwnActStatus;
  @When('When it takes effect, unless it is withdrawn or another admin can decide by then.')
  readonly dueAt!: string;
}

function ownOf(act: Stored<ActDocument> | undefined): OwnAct | null {
  return act?.own ? { actId: act._id, ...act.own } : null;
}

export class Act {
  @Id() readonly id: string;
  @OneOf(ACT_KINDS) readonly kind: ActKind;
  @Text('The kind in words.') readonly name: string;
  @Part(() => ActSubject) readonly subject: ActSubject;
  @Maybe(Text, 'The account that it concerns; null for a picture on the block list.')
  readonly ownerId: string | null;
  @Maybe(Text, 'The id of the admin.') readonly adminId: string | null;
  @Maybe(Text, 'The name of the admin.') readonly adminName: string | null;
  @When() readonly createdAt: string;
  @Maybe(OneOf(REASON_CODES)) readonly reason: string | null;
  @Maybe(Text, 'For the person; null once they are deleted.') readonly note: string | null;
  @Maybe(Part(() => ActUndone)) readonly undone: ActUndone | null;
  @Maybe(Text, 'Why it was not done when its decision was carried out; null if it was done.')
  readonly refused: string | null;
  @Maybe(Part(() => OwnAct), 'Set if it concerns the admin who did it.') readonly own: OwnAct | null;
  @Flag('Whether you can undo it.') readonly canUndo: boolean;
  @Flag('Whether it waits, and you can withdraw it.') readonly canWithdraw: boolean;

  /** @param names the names of admins, by id */
  constructor(act: Stored<ActDocument>, names: ReadonlyMap<string, string>, role: AdminRole) {
    const nameOf = (adminId: string | null) => (adminId === null ? null : (names.get(adminId) ?? null));
    this.id = act._id;
    this.kind = act.kind;
    this.name = rowOf(act.kind).name;
    this.refused = act.refused;
    this.own = ownOf(act);
    const isWaiting = act.own?.status === 'waiting';
    const mayUndo = rolesToUndo(act.kind).includes(role);
    this.canUndo = isDone(act) && act.undone === null && !isWaiting && mayUndo;
    this.canWithdraw = isWaiting && (act.own?.isUndo ? mayUndo : rowOf(act.kind).roles.includes(role));
    this.subject = act.subject;
    this.ownerId = act.ownerId;
    this.adminId = act.adminId;
    this.adminName = nameOf(act.adminId);
    this.createdAt = act.at;
    this.reason = act.reason;
    this.note = act.note;
    this.undone = act.undone && {
      at: act.undone.at,
      by: act.undone.by,
      byName: nameOf(act.undone.by),
      reason: act.undone.because,
    };
  }
}

class AdminReportNote {
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
  @Text() readonly id: string;
  @Id() readonly postId: string;
  @Maybe(Text, 'Null once the post is deleted.') readonly imageUrl: string | null;
  @Maybe(OneOf(POST_STATUSES)) readonly postStatus: PostStatus | null;
  @Whole('How many reports on the post wait for a decision.') readonly openReports: number;
  @Id() readonly ownerId: string;
  @Maybe(Text) readonly ownerName: string | null;
  @Id('Who reported the post.') readonly userId: string;
  @Maybe(Text) readonly username: string | null;
  @OneOf(REASON_CODES) readonly category: ReasonCode;
  @Maybe(Text, 'Null once the reporter is deleted.') readonly reason: string | null;
  @OneOf(REPORT_STATUSES) readonly status: ReportStatus;
  @When() readonly createdAt: string;
  @Whole('How many reports of the same person on the post were decided before.') readonly earlier: number;
  @Maybe(Text, 'The id of the admin who works on it.') readonly assigneeId: string | null;
  @Maybe(Text) readonly assigneeName: string | null;
  @List(() => AdminReportNote, 'Oldest first.') readonly notes: readonly AdminReportNote[];
  @Maybe(Part(() => AdminReportDecision)) readonly decision: AdminReportDecision | null;
  @Maybe(Part(() => OwnAct), 'Set if the latest decision concerns the admin who made it.')
  readonly own: OwnAct | null;

  constructor(report: Stored<ReportDocument>, { people, posts, names, own }: JoinedToReport) {
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
    this.own = ownOf(own.get(report._id));
    this.decision = decision && {
      actId: decision.actId,
      at: decision.at,
      adminName: nameOf(decision.adminId),
      note: decision.note,
    };
  }
}

export class DecidedReport {
  @Text() readonly id!: string;
  @OneOf(REPORT_STATUSES) readonly status!: ReportStatus;
  @List(Text, 'The acts that made it so, which can be undone.') readonly actIds!: readonly string[];
  @Maybe(When, WAITS) readonly waitsUntil!: string | null;
}

/** A comment as admins see it: with its text, hidden or not. */
export class AdminComment {
  @Id() readonly id: string;
  @Id() readonly postId: string;
  @Maybe(Id) readonly parentCommentId: string | null;
  @Id('Its author.') readonly userId: string;
  @Maybe(Text, 'Null once the account is deleted.') readonly username: string | null;
  @Maybe(Text) readonly displayUsername: string | null;
  @Maybe(Text, 'Null once the account is deleted.') readonly text: string | null;
  @Whole() readonly likesCount: number;
  @When() readonly createdAt: string;
  @Flag() readonly isHidden: boolean;
  @Maybe(Id, 'The act that hides it.') readonly actId: string | null;
  @Maybe(OneOf(REASON_CODES)) readonly reason: ReasonCode | null;
  @Maybe(Part(() => OwnAct), 'Set if the latest decision concerns the admin who made it.')
  readonly own: OwnAct | null;

  constructor(comment: Stored<CommentDocument>, author: PublicPerson | null, own?: Stored<ActDocument>) {
    this.own = ownOf(own);
    this.id = comment._id;
    this.postId = comment.postId;
    this.parentCommentId = comment.parentId;
    this.userId = comment.authorId;
    this.username = author?.username ?? null;
    this.displayUsername = author?.displayUsername ?? null;
    this.text = comment.text;
    this.likesCount = comment.likesCount;
    this.createdAt = comment.createdAt;
    this.isHidden = comment.isHidden;
    this.actId = comment.hidden?.actId ?? null;
    this.reason = comment.hidden?.reason ?? null;
  }
}

export class HiddenComment {
  @Id() readonly id!: string;
  @Flag() readonly isHidden!: boolean;
  @Maybe(Id, 'The act, which can be undone.') readonly actId!: string | null;
  @Maybe(When, WAITS) readonly waitsUntil!: string | null;
}

export class ModeratedPost {
  @Id() readonly id: string;
  @OneOf(POST_STATUSES) readonly status: PostStatus;
  @Flag('Whether all visitors see it.') readonly isPublic: boolean;
  @Flag('Whether an admin approved it.') readonly isModerated: boolean;
  @Flag('Whether an admin removed it.') readonly isRemoved: boolean;
  @Maybe(Id, 'The act that made it so, which can be undone; null if none did.') readonly actId: string | null;
  @Maybe(When, WAITS) readonly waitsUntil: string | null;

  /** @param type what was decided: the answer names the latest such act, also if it was decided before */
  constructor(
    postId: string,
    { isPublic, legalHold, moderation, acts }: Post,
    type: PostActType | 'PostEscalated',
    waitsUntil: string | null,
  ) {
    this.id = postId;
    this.waitsUntil = waitsUntil;
    this.status = statusOf(moderation, legalHold !== null);
    this.isPublic = isPublic;
    this.isModerated = moderation.isModerated;
    this.isRemoved = moderation.isRemoved;
    this.actId =
      type === 'PostEscalated' ? legalHold : (acts.findLast((act) => act.type === type)?.actId ?? null);
  }
}

export class AdminVerdict {
  @OneOf(['pass', 'review']) readonly verdict!: 'pass' | 'review';
  @List(Text) readonly reasons!: readonly string[];
  @OneOf(['demo', 'ai']) readonly judge!: 'demo' | 'ai';
  @Text() readonly model!: string;
  @Text() readonly promptVersion!: string;
  @Maybe(Whole, 'Null for a photo without a rating.') readonly score!: number | null;

  @ApiProperty({ type: Object, nullable: true, additionalProperties: { type: 'number' } })
  readonly scores!: Readonly<Record<string, number>> | null;
  @Maybe(Text) readonly comment!: string | null;
  @When() readonly judgedAt!: string;
}

export class NearCopy {
  @Id('The id of its post.') readonly id!: string;
  @Maybe(Text, 'The account that published it.') readonly ownerId!: string | null;
  @Text() readonly imageUrl!: string;
  @Whole('How many of 64 bits differ.') readonly distance!: number;
  @When() readonly uploadedAt!: string;
}

/** A photo of the same person that the check refused. */
export class Refusal {
  @When() readonly at!: string;
  @List(Text) readonly reasons!: readonly string[];
}

export class AdminPostDetails extends AdminPost {
  @List(Whole, 'How many people gave each score, from 0 to 10.')
  readonly ratingDistribution!: readonly number[];
  @Maybe(Part(() => AdminVerdict)) readonly verdict!: AdminVerdict | null;
  @List(() => NearCopy, '20 at most.') readonly nearCopies!: readonly NearCopy[];
  @List(() => Refusal, 'Of its owner, newest first, 20 at most.') readonly refusals!: readonly Refusal[];
  @Flag('False while the event log is not available: then `verdict` is null and `refusals` is empty.')
  readonly isLogAvailable!: boolean;
  @List(() => AdminReport, 'Oldest first.') readonly reports!: readonly AdminReport[];
  @List(() => Act, 'Newest first.') readonly acts!: readonly Act[];
}

export class AdminBoost extends OmitType(Boost, ['price', 'stripePaymentIntentId'] as const) {
  @Maybe(Part(() => Price), 'Null for moderators, who do not see payments.') readonly price: Price | null;
  @Maybe(Text, 'The PaymentIntent at Stripe. Null for moderators.')
  readonly stripePaymentIntentId: string | null;
  @Maybe(Text, 'Who bought it; null once they are deleted.') readonly username: string | null;

  constructor(boost: Boost, username: string | null, seesPayments: boolean) {
    super();
    Object.assign(this, boost);
    this.price = seesPayments ? boost.price : null;
    this.stripePaymentIntentId = seesPayments ? boost.stripePaymentIntentId : null;
    this.username = username;
  }
}

export class AdminCounts {
  @Whole() readonly posts!: number;
  @Whole('Those that wait for a decision.') readonly reports!: number;
  @Whole('10,000 at most.') readonly boosts!: number;
  @Whole() readonly users!: number;
  @Whole() readonly comments!: number;
  @Whole('The posts in the review queue.') readonly queue!: number;
  @Whole('Those of them that are past their target.') readonly overdue!: number;
  @Whole('Those that wait for a decision.') readonly appeals!: number;
}
