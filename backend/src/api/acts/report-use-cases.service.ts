import { BadRequestException, Injectable, NotFoundException } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Decider } from '../../domain/moderation/self-decision.js';
import { reportIdOf, Report } from '../../domain/report/report.js';
import { Rejected } from '../../kernel/aggregate.js';
import type { Stored } from '../../kernel/document-store.js';
import { States } from '../../kernel/states.js';
import { PeopleReader } from '../../projections/accounts/people.js';
import { ActsReader } from '../../projections/acts.js';
import { ModeratedPostsReader } from '../../projections/moderated-posts.js';
import { type ReportDocument, ReportsReader } from '../../projections/reports.js';
import { AdminActs } from '../decisions/admin-acts.service.js';
import { type AdminUser, Admins } from '../http/admins.js';
import { AdminReport, type DecidedReport, type ReportKey } from './reports.contract.js';
import { ShownActs } from './shown-acts.service.js';

interface ReportDecision {
  readonly status: 'reviewed' | 'dismissed';
  readonly note: string;
}

@Injectable()
export class ReportUseCases {
  constructor(
    private readonly commands: CommandBus,
    private readonly states: States,
    private readonly acts: AdminActs,
    private readonly admins: Admins,
    private readonly reports: ReportsReader,
    private readonly people: PeopleReader,
    private readonly posts: ModeratedPostsReader,
    private readonly names: ShownActs,
    private readonly ownActs: ActsReader,
  ) {}

  /** Decides a report and, `together`, all others that are pending on the same post. */
  async decide(
    key: ReportKey,
    { status, note, together }: ReportDecision & { readonly together: boolean },
    admin: AdminUser,
  ): Promise<DecidedReport> {
    const first = await this.decideOne(key, { status, note }, admin);
    const actIds = [first.actId];
    const others = together ? await this.reports.on(key.postId) : [];
    for (const { postId, reporterId, status: known } of others) {
      if (known !== 'pending' || reporterId === key.reporterId) continue;
      const other = await this.decideOne({ postId, reporterId }, { status, note }, admin).catch(skipDecided);
      actIds.push(other?.actId ?? null);
    }
    const found = await this.reports.one(reportIdOf(key.postId, key.reporterId));
    const [shown] = await this.shown(found ? [found] : []);
    if (!shown) throw new NotFoundException('Report not found');
    return {
      ...shown,
      status: first.waitsUntil === null ? status : 'pending',
      waitsUntil: first.waitsUntil,
      actIds: actIds.filter((actId) => actId !== null),
    };
  }

  /** Returns the act, or the one that it repeats. */
  private async decideOne(
    key: ReportKey,
    { status, note }: ReportDecision,
    admin: AdminUser,
  ): Promise<{ readonly actId: string | null; readonly waitsUntil: string | null }> {
    const id = reportIdOf(key.postId, key.reporterId);
    const kind = status === 'reviewed' ? 'ReportReviewed' : 'ReportDismissed';
    const { waitsUntil } = await this.acts.do(kind, id, { reason: null, note }, admin);
    return { actId: (await this.states.of(Report, id)).actId, waitsUntil };
  }

  /** Gives a report to an admin, or to nobody. @throws BadRequestException for an admin who cannot decide it */
  async assign(key: ReportKey, assigneeId: string | null, decider: Decider): Promise<void> {
    const admin = assigneeId === null ? null : await this.admins.user(assigneeId);
    if (assigneeId !== null && (!admin || admin.isDismissed || admin.role === 'finance')) {
      throw new BadRequestException('This admin cannot decide reports.');
    }
    await this.commands.execute(Report.AssignReport({ ...key, assigneeId, decider }));
  }

  /** Reports with names and posts. */
  async shown(found: readonly Stored<ReportDocument>[]): Promise<AdminReport[]> {
    const admins = found.flatMap(({ assigneeId, decision, notes }) => [
      assigneeId,
      decision?.adminId ?? null,
      ...notes.map(({ adminId }) => adminId),
    ]);
    const [people, posts, names, own] = await Promise.all([
      this.people.byIds(found.flatMap(({ ownerId, reporterId }) => [ownerId, reporterId])),
      this.posts.byIds(found.map(({ postId }) => postId)),
      this.names.names(admins),
      this.ownActs.ownOn(found.map(({ _id }) => _id)),
    ]);
    return found.map((one) => new AdminReport(one, { people, posts, names, own }));
  }
}

/** Another admin has decided the report meanwhile, or it is the admin's own. */
function skipDecided(error: unknown): null {
  if (error instanceof Rejected) return null;
  throw error;
}
