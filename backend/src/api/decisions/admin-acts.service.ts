import { ForbiddenException, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { commandOf, undoOf } from '../../domain/acts/act-commands.js';
import { type ActKind, rolesToUndo, rowOf } from '../../domain/acts/act-facts.js';
import type { AdminRole } from '../../domain/admin/admin-roles.events.js';
import type { ReasonCode } from '../../domain/moderation/reasons.js';
import { Rejected } from '../../kernel/aggregate.js';
import { Ids } from '../../kernel/clock.js';
import type { AdminUser } from '../http/admins.js';
import type { ActDocument } from '../../projections/acts/acts.projection.js';
import type { Stored } from '../../kernel/document-store.js';
import { CarryingOut } from './carrying-out.service.js';
import { deciderOf } from './decider.js';

/** Does and undoes acts in the name of an admin. */
@Injectable()
export class AdminActs {
  constructor(
    private readonly commands: CommandBus,
    private readonly ids: Ids,
    private readonly carrying: CarryingOut,
  ) {}

  /**
   * Does an act and returns its id.
   * @throws ForbiddenException for an admin whose role does not allow it
   * @throws Rejected if a rule rejects it, or it needs a reason
   */
  async do(
    kind: ActKind,
    subjectId: string,
    { reason, note }: { readonly reason: ReasonCode | null; readonly note: string },
    admin: AdminUser,
  ): Promise<string> {
    requireRole(admin, rowOf(kind).roles);
    const actId = this.ids.uuid();
    const by = { adminId: admin.id, decider: deciderOf(admin) };
    await this.commands.execute(commandOf(kind, { subjectId, actId, ...by, reason, note }));
    return actId;
  }

  /**
   * Undoes an act. Returns whether all that follows is carried out.
   * @throws ForbiddenException for an admin whose role does not allow it
   * @throws Rejected (conflict) for an act that stays
   */
  async undo(
    { _id: actId, kind, subject }: Stored<ActDocument>,
    because: string,
    admin: AdminUser,
  ): Promise<boolean> {
    const { undo } = rowOf(kind);
    if (undo.event === null) throw new Rejected('conflict', `This act cannot be undone. ${undo.why}`);
    requireRole(admin, rolesToUndo(kind));
    const by = { adminId: admin.id, decider: deciderOf(admin) };
    const command = undoOf(kind, { subjectId: subject.id, actId, ...by, because });
    return command === null || this.carrying.decide(command);
  }
}

function requireRole({ role }: AdminUser, roles: readonly AdminRole[]): void {
  if (!roles.includes(role)) throw new ForbiddenException('Your role does not allow this.');
}
