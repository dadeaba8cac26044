import { ForbiddenException, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  commandOf,
  undoOf,
  type ActKind,
  rolesToUndo,
  rowOf,
  hasOtherDecider,
} from '../../domain/acts/acts.js';
import type { Doing } from '../../domain/acts/act.js';
import type { AdminRole } from '../../domain/admin/admin-role.js';
import { Rejected } from '../../kernel/aggregate.js';
import { Ids, Clock } from '../../kernel/clock.js';
import { type AdminUser, Admins } from '../http/admins.js';
import type { ActDocument } from '../../projections/acts.js';
import type { Stored } from '../../kernel/document-store.js';
import { CarryingOut } from './carrying-out.service.js';
import { Deciders } from './decider.js';
import { actOfOwn } from '../../domain/acts/implied-acts.js';
import { personOf } from '../../domain/admin/person.js';
import { type OwnActFields, OWN_ACT_WAITS_MS, OwnAct } from '../../domain/moderation-saga/own-act.js';
import { OwnSubject } from '../../domain/moderation/self-decision.js';
import { States } from '../../kernel/states.js';

interface Done {
  readonly actId: string;
  /** When it takes effect, ISO 8601; null if it has. */
  readonly waitsUntil: string | null;
}

interface Undone extends Pick<Done, 'waitsUntil'> {
  /** Whether all that follows is carried out. */
  readonly isCarriedOut: boolean;
}

/** An act on one's own post, comment or report, as it is asked for. */
type Asked = Omit<OwnActFields, 'ownerId' | 'kind'> & { readonly kind: ActKind };

/** Does and undoes acts in the name of an admin. */
@Injectable()
export class AdminActs {
  constructor(
    private readonly commands: CommandBus,
    private readonly ids: Ids,
    private readonly carrying: CarryingOut,
    private readonly deciders: Deciders,
    private readonly states: States,
    private readonly admins: Admins,
    private readonly clock: Clock,
  ) {}

  /**
   * Does an act and returns its id. One that concerns the admin may have to wait.
   * @throws ForbiddenException for an admin whose role does not allow it
   * @throws Rejected if a rule rejects it, or it needs a reason
   */
  async do(
    kind: ActKind,
    subjectId: string,
    { reason, note, shown = null }: Pick<Doing, 'reason' | 'note' | 'shown'>,
    admin: AdminUser,
  ): Promise<Done> {
    requireRole(admin, rowOf(kind).roles);
    const actId = this.ids.uuid();
    const act = { subjectId, actId, adminId: admin.id, reason, note };
    const decider = await this.deciders.for(kind, subjectId, admin);
    try {
      await this.commands.execute(commandOf(kind, { ...act, shown, decider }));
      return { actId, waitsUntil: null };
    } catch (error) {
      return { actId, waitsUntil: await this.askInstead(error, { ...act, kind, isUndo: false }) };
    }
  }

  /**
   * Undoes an act. An undoing that concerns the admin may have to wait.
   * @throws ForbiddenException for an admin whose role does not allow it
   * @throws Rejected (conflict) for an act that stays
   */
  async undo(
    { _id: actId, kind, subject }: Stored<ActDocument>,
    because: string,
    admin: AdminUser,
  ): Promise<Undone> {
    const { undo } = rowOf(kind);
    if (undo.event === null) throw new Rejected('conflict', `This act cannot be undone. ${undo.why}`);
    requireRole(admin, rolesToUndo(kind));
    const act = { subjectId: subject.id, actId, adminId: admin.id };
    const decider = await this.deciders.for(kind, subject.id, admin);
    const command = undoOf(kind, { ...act, decider, because });
    try {
      return { isCarriedOut: command === null || (await this.carrying.decide(command)), waitsUntil: null };
    } catch (error) {
      const asked = { ...act, kind, isUndo: true, reason: null, note: because };
      return { isCarriedOut: true, waitsUntil: await this.askInstead(error, asked) };
    }
  }

  /**
   * Asks for an act that was just rejected because it concerns the admin. Where no other admin can decide, such an act waits
   * for a day, and can be withdrawn meanwhile. `reactions/timers/own-act-deadlines.ts` settles it,
   * `reactions/decisions/decisions.ts` carries it out. Returns when it takes effect, or null if it would change nothing.
   * @throws the error of any other act, and if another admin can decide; Rejected if another act on the subject waits
   */
  private async askInstead(error: unknown, asked: Asked): Promise<string | null> {
    if (!(error instanceof OwnSubject) || (await this.needsOther(error, asked))) throw error;
    const { concerned } = error;
    const act = { ...asked, ownerId: concerned[0] ?? '' };
    if (!(await this.carrying.check(actOfOwn(act).command))) return null;
    const dueAt = new Date(this.clock.now().getTime() + OWN_ACT_WAITS_MS).toISOString();
    await this.commands.execute(OwnAct.AskOwnAct({ ...act, concerned, dueAt }));
    return (await this.states.of(OwnAct, asked.subjectId)).waiting?.dueAt ?? null;
  }

  private async needsOther({ concerned }: OwnSubject, { kind, isUndo, adminId }: Asked): Promise<boolean> {
    if (rowOf(kind).ifOwn === 'second') return true;
    const roles = await this.admins.roles();
    return hasOtherDecider(roles, { kind, isUndo, by: personOf(adminId, roles), concerned });
  }
}

function requireRole({ role }: AdminUser, roles: readonly AdminRole[]): void {
  if (!roles.includes(role)) throw new ForbiddenException('Your role does not allow this.');
}
