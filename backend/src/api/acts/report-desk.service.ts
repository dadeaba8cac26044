import { BadRequestException, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Decider } from '../../domain/moderation/decisions.js';
import { AssignReport, DecideReport } from '../../domain/report/report.commands.js';
import { reportIdOf } from '../../domain/report/report.events.js';
import { report } from '../../domain/report/report.js';
import { Rejected } from '../../kernel/aggregate.js';
import { Ids } from '../../kernel/clock.js';
import type { Stored } from '../../kernel/document-store.js';
import { States } from '../../kernel/states.js';
import { PeopleReader } from '../../projections/accounts/people.reader.js';
import { ModeratedPostsReader } from '../../projections/moderated-posts/moderated-posts.reader.js';
import type { ReportDocument } from '../../projections/reports/reports.projection.js';
import { ReportsReader } from '../../projections/reports/reports.reader.js';
import { Admins } from '../http/admins.js';
import { AdminReport, type DecidedReport } from './acts.responses.js';
import type { ReportDecisionRequest, ReportKey } from './reports.requests.js';
import { ShownActs } from './shown-acts.service.js';

@Injectable()
export class ReportDesk {
  constructor(
    private readonly commands: CommandBus,
    private readonly states: States,
    private readonly ids: Ids,
    private readonly admins: Admins,
    private readonly reports: ReportsReader,
    private readonly people: PeopleReader,
    private readonly posts: ModeratedPostsReader,
    private readonly names: ShownActs,
  ) {}

  /** Decides a report and, `together`, all others that are pending on the same post. */
  async decide(
    key: ReportKey,
    { status, note, together }: ReportDecisionRequest,
    decider: Decider,
  ): Promise<DecidedReport> {
    const actIds = [await this.decideOne(key, status, note, decider)];
    const others = together ? await this.reports.on(key.postId) : [];
    for (const { postId, reporterId, status: known } of others) {
      if (known !== 'pending' || reporterId === key.reporterId) continue;
      const act = await this.decideOne({ postId, reporterId }, status, note, decider).catch(skipDecided);
      actIds.push(act);
    }
    const id = reportIdOf(key.postId, key.reporterId);
    return { id, status, actIds: actIds.filter((actId) => actId !== null) };
  }

  /** Returns the act, or the one that it repeats. */
  private async decideOne(
    key: ReportKey,
    status: 'reviewed' | 'dismissed',
    note: string,
    decider: Decider,
  ): Promise<string | null> {
    const actId = this.ids.uuid();
    await this.commands.execute(new DecideReport({ ...key, status, note, actId, decider }));
    return (await this.states.of(report, reportIdOf(key.postId, key.reporterId))).actId;
  }

  /** Gives a report to an admin, or to nobody. @throws BadRequestException for an admin who cannot decide it */
  async assign(key: ReportKey, assigneeId: string | null, decider: Decider): Promise<void> {
    const admin = assigneeId === null ? null : await this.admins.user(assigneeId);
    if (assigneeId !== null && (!admin || admin.isDismissed || admin.role === 'finance')) {
      throw new BadRequestException('This admin cannot decide reports.');
    }
    await this.commands.execute(new AssignReport({ ...key, assigneeId, decider }));
  }

  /** Reports with names and posts. */
  async shown(found: readonly Stored<ReportDocument>[]): Promise<AdminReport[]> {
    const admins = found.flatMap(({ assigneeId, decision, notes }) => [
      assigneeId,
      decision?.adminId ?? null,
      ...notes.map(({ adminId }) => adminId),
    ]);
    const [people, posts, names] = await Promise.all([
      this.people.byIds(found.flatMap(({ ownerId, reporterId }) => [ownerId, reporterId])),
      this.posts.byIds(found.map(({ postId }) => postId)),
      this.names.names(admins),
    ]);
    return found.map((one) => new AdminReport(one, { people, posts, names }));
  }
}

/** Another admin has decided the report meanwhile, or it is the admin's own. */
function skipDecided(error: unknown): null {
  if (error instanceof Rejected) return null;
  throw error;
}
