import { Body, ForbiddenException, Query, Res, type StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { leavingOut } from '../../projections/admin-list.js';
import { postOf } from '../../projections/acts/acts.projection.js';
import { ActsReader } from '../../projections/acts/acts.reader.js';
import { answerList, listOf } from '../http/admin-list.js';
import type { AdminUser } from '../http/admins.js';
import { DONE, Done } from '../community/community.responses.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { LegalHolds } from '../photos/legal-holds.service.js';
import { Act } from './acts.responses.js';
import { ActsRequest } from './lists.requests.js';
import { SubjectId, UndoRequest, actNotFound, deciderOf } from './moderation.requests.js';
import { ShownActs } from './shown-acts.service.js';
import { UNDO } from './undo-commands.js';
import { Route, Routes } from '../http/route.js';

@Routes('back office', 'api/rtm-sys/acts', { who: ['moderator', 'owner'] })
export class ActsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly acts: ActsReader,
    private readonly shown: ShownActs,
    private readonly holds: LegalHolds,
  ) {}

  @Route('GET', '', { summary: 'What admins did, newest first.', answer: listOf(Act) })
  async listActs(
    @Query() request: ActsRequest,
    @CurrentAdmin() admin: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly Act[] | StreamableFile> {
    const { subject: subjectId, owner: ownerId, admin: adminId, kind, sort } = request;
    const all = this.acts.list({ subjectId, ownerId, adminId, kind }, sort);
    const list = leavingOut(all, await this.holds.hiddenFrom(admin), postOf);
    const columns = {
      createdAt: (act: Act) => act.createdAt,
      kind: (act: Act) => act.kind,
      subject: (act: Act) => act.subject.id,
      owner: (act: Act) => act.ownerId,
      admin: (act: Act) => act.adminName,
      reason: (act: Act) => act.reason,
      note: (act: Act) => act.note,
      undoneAt: (act: Act) => act.undone?.at ?? null,
      undoneBy: (act: Act) => act.undone?.byName ?? null,
      undoneBecause: (act: Act) => act.undone?.reason ?? null,
    };
    return answerList({ path: 'acts', list, shown: (rows) => this.shown.of(rows), columns }, request, reply);
  }

  @Route('POST', ':id/undo', {
    summary: 'Undoes an act. What later acts did stays. Repeating it changes nothing.',
    answer: Done,
    errors: { 404: 'The act, or what it was about, does not exist.' },
  })
  async undoAct(
    @SubjectId() actId: string,
    @Body() { reason: because }: UndoRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<Done> {
    const act = await this.acts.one(actId.toLowerCase());
    if (!act) throw actNotFound();
    const postId = postOf(act);
    if (postId !== null) await this.holds.requireVisible(postId, admin, 'Act');
    const { roles, command } = UNDO[act.kind];
    if (!roles.includes(admin.role)) throw new ForbiddenException('Your role does not allow this.');
    await this.commands.execute(command({ act, adminId: admin.id, decider: deciderOf(admin), because }));
    return DONE;
  }
}
