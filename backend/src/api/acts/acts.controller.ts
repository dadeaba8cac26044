import { Body, Query, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { OwnAct } from '../../domain/moderation-saga/own-act.js';
import { isSeenBy, ACT_KINDS, type ActKind } from '../../domain/acts/acts.js';
import type { Stored } from '../../kernel/document-store.js';
import { type ActDocument, ActsReader, ACT_SORTS } from '../../projections/acts.js';
import { answerList, columnsOf, listOf, AdminListRequest } from '../http/admin-list.js';
import type { AdminUser } from '../http/admins.js';
import { DONE, Done } from '../community/community.contract.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { LegalHolds } from '../photos/legal-holds.service.js';
import { Act, WAITS } from './acts.contract.js';
import { AdminActs } from '../decisions/admin-acts.service.js';
import { answerDecision } from '../decisions/carrying-out.service.js';
import { SubjectId, UndoRequest, actNotFound } from './moderation.requests.js';
import { ShownActs } from './shown-acts.service.js';
import type { GeneratedFile } from '../http/generated-files.js';
import { Route, Routes } from '../http/route.js';
import { Maybe, When, Optional, SizedText } from '../../contract/fields.js';
import { FilterOf, OfId, SortedBy } from '../http/list-filters.js';

class ActsRequest extends AdminListRequest {
  @Optional(SizedText, { limit: 200, about: 'Those on one post, comment, report or account.' })
  readonly subject?: string;

  @OfId('Those that concern one account.') readonly owner?: string;
  @Optional(SizedText, { limit: 100, about: 'Those of one admin.' }) readonly admin?: string;
  @FilterOf(ACT_KINDS) readonly kind?: ActKind;
  @SortedBy(ACT_SORTS, '-createdAt') readonly sort: (typeof ACT_SORTS)[number] = '-createdAt';
}

/** The undoing of an act. */
export class UndoneAct extends Done {
  @Maybe(When, WAITS) readonly waitsUntil!: string | null;
}

@Routes('back office', 'api/rtm-sys/acts', { who: ['moderator', 'owner'] })
export class ActsController {
  constructor(
    private readonly adminActs: AdminActs,
    private readonly acts: ActsReader,
    private readonly shown: ShownActs,
    private readonly holds: LegalHolds,
    private readonly commands: CommandBus,
  ) {}

  @Route('GET', '', {
    summary: 'What admins did, newest first.',
    answer: listOf(Act),
  })
  async listActs(
    @Query() request: ActsRequest,
    @CurrentAdmin() admin: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly Act[] | GeneratedFile> {
    const { subject: subjectId, owner: ownerId, admin: adminId, kind, sort } = request;
    return answerList(request, reply, {
      list: this.acts.list({ subjectId, ownerId, adminId, kind, seenBy: admin.role }, sort),
      hiddenFrom: await this.holds.hiddenFrom(admin),
      about: ({ postId }) => postId,
      shown: (rows) => this.shown.of(rows, admin.role),
      columns: COLUMNS,
    });
  }

  @Route('POST', ':id/undo', {
    summary: 'Undoes an act. What later acts did stays. Repeating it changes nothing.',
    answer: UndoneAct,
    isDecision: true,
    errors: { 404: 'The act, or what it was about, does not exist.' },
  })
  async undoAct(
    @SubjectId() actId: string,
    @Body() { reason: because }: UndoRequest,
    @CurrentAdmin() admin: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UndoneAct> {
    const act = await this.seen(actId, admin);
    const { isCarriedOut, waitsUntil } = await this.adminActs.undo(act, because, admin);
    return answerDecision({ ...DONE, waitsUntil }, isCarriedOut, reply);
  }

  @Route('POST', ':id/withdraw', {
    summary: "Withdraws an act on one's own post, comment or report, or the undoing of one, while it waits.",
    answer: Done,
    errors: { 404: 'The act does not exist.', 409: 'It does not wait any more.' },
  })
  async withdrawAct(@SubjectId() actId: string, @CurrentAdmin() admin: AdminUser): Promise<Done> {
    const { _id, subject } = await this.seen(actId, admin);
    await this.commands.execute(OwnAct.WithdrawOwnAct({ subjectId: subject.id, actId: _id, by: admin.id }));
    return DONE;
  }

  /** @throws NotFoundException for an act that does not exist, or that this admin may not see */
  private async seen(actId: string, admin: AdminUser): Promise<Stored<ActDocument>> {
    const act = await this.acts.one(actId.toLowerCase());
    if (!act || !isSeenBy(admin.role, act.kind)) throw actNotFound();
    if (act.postId !== null) await this.holds.requireVisible(act.postId, admin, 'Act');
    return act;
  }
}

const COLUMNS = columnsOf<Act>()(
  'createdAt kind subject owner admin own reason note undoneAt undoneBy undoneBecause',
  {
    subject: ({ subject }) => subject.id,
    owner: 'ownerId',
    admin: 'adminName',
    own: ({ own }) => own?.status ?? null,
    undoneAt: ({ undone }) => undone?.at ?? null,
    undoneBy: ({ undone }) => undone?.byName ?? null,
    undoneBecause: ({ undone }) => undone?.reason ?? null,
  },
);
