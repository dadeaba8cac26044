import { Body, Query, Res, BadRequestException, Param, NotFoundException } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiParam } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ValidateIf } from 'class-validator';
import type { Decider } from '../../domain/moderation/self-decision.js';
import { Report, reportOf, reportIdOf } from '../../domain/report/report.js';
import { Clock, Ids } from '../../kernel/clock.js';
import {
  ReportsReader,
  REPORT_STATUSES,
  type ReportStatus,
  REPORT_SORTS,
} from '../../projections/reports.js';
import { answerList, columnsOf, listOf, AdminListRequest } from '../http/admin-list.js';
import { DONE, Done } from '../community/community.contract.js';
import { type AdminUser, Admins } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { LegalHolds } from '../photos/legal-holds.service.js';
import { AdminReport, DecidedReport, type ReportKey } from './reports.contract.js';
import { Deciders } from '../decisions/decider.js';
import type { GeneratedFile } from '../http/generated-files.js';
import { Route, Routes } from '../http/route.js';
import { FilterOf, OfId, SortedBy } from '../http/list-filters.js';
import { Maybe, OneOf, Optional, SizedText, Flag } from '../../contract/fields.js';
import { LONGEST_NOTE, REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';
import { written } from '../../shared/visible-text.js';
import { NamedReports, Note } from './moderation.requests.js';
import { Rejected } from '../../kernel/aggregate.js';
import { States } from '../../kernel/states.js';
import { CoveredReports } from '../decisions/covered-reports.service.js';
import { AdminActs } from '../decisions/admin-acts.service.js';
import { ShownActs } from './shown-acts.service.js';

class ReportDecisionRequest {
  @OneOf(['reviewed', 'dismissed'], { message: 'A report is reviewed or dismissed' })
  readonly status!: 'reviewed' | 'dismissed';

  @Note('For the reporter.') readonly note: string = '';

  @Optional(Flag, {
    default: false,
    about:
      'Decides the others on the same post, comment or profile as well: those of `reports`, or that your review claimed, or all that wait.',
    message: 'together must be a boolean value',
  })
  readonly together: boolean = false;

  @NamedReports() readonly reports?: readonly string[];
}

const ReportId = () =>
  Param('id', {
    transform: (id: string): ReportKey => {
      const key = reportOf(id);
      if (!key) throw new BadRequestException('This is not a valid id.');
      return key;
    },
  });

class AssignReportRequest {
  @ValidateIf(({ adminId }: AssignReportRequest) => adminId !== null)
  @Maybe(SizedText, { limit: 100, about: 'The id of an admin; null for nobody.' })
  readonly adminId!: string | null;
}

class ReportNoteRequest {
  @SizedText({
    max: LONGEST_NOTE,
    normalise: written,
    message: 'Please write something first',
    tooLong: `A note has at most ${LONGEST_NOTE} characters`,
  })
  readonly text!: string;
}

class ReportCategoryRequest {
  @OneOf(REASON_CODES, { message: 'This category does not exist' }) readonly category!: ReasonCode;
}

/** Which reports the list shows, in which order. `search` is a part of their reason. */
class ReportsRequest extends AdminListRequest {
  @FilterOf(REPORT_STATUSES) readonly status?: ReportStatus;
  @FilterOf(REASON_CODES) readonly category?: ReasonCode;

  @Optional(SizedText, {
    limit: 100,
    about: 'Those of one admin, by id; `nobody` for those that nobody has taken.',
  })
  readonly assignee?: string;

  @OfId('Those on one post, comment or profile.') readonly post?: string;
  @OfId('Those on what one account posted, wrote or shows.') readonly owner?: string;
  @OfId('Those of one account.') readonly reporter?: string;
  @SortedBy(REPORT_SORTS, '-createdAt') readonly sort: (typeof REPORT_SORTS)[number] = '-createdAt';
}

const ID = { name: 'id', type: String };
const ERRORS = { 404: 'Report not found', 409: 'This report has been decided.' };

/** Reports of posts, comments and profiles, and what admins do with them. All of it needs a pending report. */
@Routes('back office', 'api/rtm-sys/reports', { who: ['moderator', 'owner'] })
export class ReportsModerationController {
  constructor(
    private readonly commands: CommandBus,
    private readonly acts: AdminActs,
    private readonly admins: Admins,
    private readonly states: States,
    private readonly shownActs: ShownActs,
    private readonly reports: ReportsReader,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly holds: LegalHolds,
    private readonly deciders: Deciders,
    private readonly covered: CoveredReports,
  ) {}

  @Route('GET', '', {
    summary: 'All reports, newest first. A search is for a part of their reasons.',
    answer: listOf(AdminReport),
  })
  async listReports(
    @Query() request: ReportsRequest,
    @CurrentAdmin() admin: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly AdminReport[] | GeneratedFile> {
    const { assignee, post, owner, reporter, search, status, category, sort } = request;
    const assigneeId = assignee === 'nobody' ? null : assignee;
    const about = { subjectId: post, ownerId: owner, reporterId: reporter };
    return answerList(request, reply, {
      list: this.reports.list({ status, category, assigneeId, ...about }, search, sort),
      hiddenFrom: await this.holds.hiddenFrom(admin),
      about: ({ postId }) => postId ?? '',
      shown: (rows) => this.shownActs.reports(rows),
      columns: COLUMNS,
    });
  }

  @Route('PATCH', ':id', {
    summary: 'Decides a report, or several on the same post, comment or profile.',
    answer: DecidedReport,
    errors: ERRORS,
  })
  @ApiParam(ID)
  async decideReport(
    @ReportId() key: ReportKey,
    @Body() decision: ReportDecisionRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<DecidedReport> {
    await this.requireVisible(key, admin);
    const { status, together, reports: named = null } = decision;
    const seen = { shown: named, adminId: admin.id, now: this.clock.now().toISOString() };
    const others = together ? await this.covered.on(key.subjectId, seen) : [];
    const first = await this.decideOne(key, decision, admin);
    const actIds = [first.actId];
    for (const reporterId of others) {
      if (reporterId === key.reporterId) continue;
      const other = await this.decideOne({ ...key, reporterId }, decision, admin).catch(skipDecided);
      actIds.push(other?.actId ?? null);
    }
    const found = await this.reports.one(reportIdOf(key.subjectId, key.reporterId));
    const [shown] = await this.shownActs.reports(found ? [found] : []);
    if (!shown) throw new NotFoundException('Report not found');
    return {
      ...shown,
      status: first.waitsUntil === null ? status : 'pending',
      waitsUntil: first.waitsUntil,
      actIds: actIds.filter((actId) => actId !== null),
    };
  }

  @Route('POST', ':id/assign', {
    summary: 'Gives a report to an admin, or to nobody.',
    answer: Done,
    errors: ERRORS,
  })
  @ApiParam(ID)
  async assignReport(
    @ReportId() report: ReportKey,
    @Body() { adminId: assigneeId }: AssignReportRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<Done> {
    const decider = await this.deciderOn(report, admin);
    const assignee = assigneeId === null ? null : await this.admins.user(assigneeId);
    if (assigneeId !== null && (!assignee || assignee.isDismissed || assignee.role === 'finance')) {
      throw new BadRequestException('This admin cannot decide reports.');
    }
    await this.commands.execute(Report.AssignReport({ ...report, assigneeId, decider }));
    return DONE;
  }

  @Route('POST', ':id/notes', {
    summary: 'Adds a note for other admins.',
    answer: Done,
    errors: ERRORS,
  })
  @ApiParam(ID)
  async noteOnReport(
    @ReportId() report: ReportKey,
    @Body() { text }: ReportNoteRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<Done> {
    const noteId = this.ids.uuid();
    const decider = await this.deciderOn(report, admin);
    await this.commands.execute(Report.NoteOnReport({ ...report, noteId, text, decider }));
    return DONE;
  }

  @Route('POST', ':id/category', {
    summary: 'Puts a report into another category.',
    answer: Done,
    errors: ERRORS,
  })
  @ApiParam(ID)
  async categoriseReport(
    @ReportId() report: ReportKey,
    @Body() { category }: ReportCategoryRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<Done> {
    const decider = await this.deciderOn(report, admin);
    await this.commands.execute(Report.CategoriseReport({ ...report, category, decider }));
    return DONE;
  }

  /** Returns the act, or the one that it repeats. */
  private async decideOne(
    key: ReportKey,
    { status, note }: ReportDecisionRequest,
    admin: AdminUser,
  ): Promise<{ readonly actId: string | null; readonly waitsUntil: string | null }> {
    const id = reportIdOf(key.subjectId, key.reporterId);
    const kind = status === 'reviewed' ? 'ReportReviewed' : 'ReportDismissed';
    const { waitsUntil } = await this.acts.do(kind, id, { reason: null, note }, admin);
    return { actId: (await this.states.of(Report, id)).actId, waitsUntil };
  }

  /** @throws Rejected (notFound) for an admin who may not see the post */
  private async deciderOn(key: ReportKey, admin: AdminUser): Promise<Decider> {
    await this.requireVisible(key, admin);
    return this.deciders.on(key.subjectId, admin);
  }

  private async requireVisible({ subjectId, reporterId }: ReportKey, admin: AdminUser): Promise<void> {
    const { postId } = await this.states.of(Report, reportIdOf(subjectId, reporterId));
    if (postId !== null) await this.holds.requireVisible(postId, admin, 'Report');
  }
}

const COLUMNS = columnsOf<AdminReport>()(
  'id createdAt subject post owner reporter category reason status assignee decidedAt own decidedBy',
  {
    post: 'postId',
    owner: 'ownerName',
    reporter: 'username',
    assignee: 'assigneeName',
    decidedAt: ({ decision }) => decision?.at ?? null,
    own: ({ own }) => own?.status ?? null,
    decidedBy: ({ decision }) => decision?.adminName ?? null,
  },
);

/** Another admin has decided the report meanwhile, or it is the admin's own. */
function skipDecided(error: unknown): null {
  if (error instanceof Rejected) return null;
  throw error;
}
