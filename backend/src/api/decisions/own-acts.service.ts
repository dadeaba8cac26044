import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type ActKind, hasOtherDecider, rowOf } from '../../domain/acts/acts.js';
import { actOfOwn } from '../../domain/acts/implied-acts.js';
import { personOf } from '../../domain/admin/person.js';
import { type OwnActFields, OWN_ACT_WAITS_MS, OwnAct } from '../../domain/moderation-saga/own-act.js';
import { OwnSubject } from '../../domain/moderation/self-decision.js';
import { Clock } from '../../kernel/clock.js';
import { States } from '../../kernel/states.js';
import { Admins } from '../http/admins.js';
import { CarryingOut } from './carrying-out.service.js';

/** An act on one's own post, comment or report, as it is asked for. */
export type Asked = Omit<OwnActFields, 'ownerId' | 'kind'> & { readonly kind: ActKind };

/**
 * Acts of admins that concern themselves. Where no other admin can decide, such an act waits for a day, and can be
 * withdrawn meanwhile. `reactions/timers/own-act-deadlines.ts` settles it, `reactions/decisions/decisions.ts` carries it out.
 */
@Injectable()
export class OwnActs {
  constructor(
    private readonly commands: CommandBus,
    private readonly states: States,
    private readonly admins: Admins,
    private readonly clock: Clock,
    private readonly carrying: CarryingOut,
  ) {}

  /**
   * Asks for an act that was just rejected because it concerns the admin. Returns when it takes effect, or null if it would
   * change nothing.
   * @throws the error of any other act, and if another admin can decide; Rejected if another act on the subject waits
   */
  async askInstead(error: unknown, asked: Asked): Promise<string | null> {
    if (!(error instanceof OwnSubject) || (await this.needsOther(error, asked))) throw error;
    const { concerned } = error;
    const act = { ...asked, ownerId: concerned[0] ?? '' };
    if (!(await this.carrying.check(actOfOwn(act).command))) return null;
    const dueAt = new Date(this.clock.now().getTime() + OWN_ACT_WAITS_MS).toISOString();
    await this.commands.execute(OwnAct.AskOwnAct({ ...act, concerned, dueAt }));
    return (await this.states.of(OwnAct, asked.subjectId)).waiting?.dueAt ?? null;
  }

  /** Withdraws an act that waits. @throws Rejected (conflict) if it does not wait any more */
  async withdraw(subjectId: string, actId: string, by: string): Promise<void> {
    await this.commands.execute(OwnAct.WithdrawOwnAct({ subjectId, actId, by }));
  }

  private async needsOther({ concerned }: OwnSubject, { kind, isUndo, adminId }: Asked): Promise<boolean> {
    if (rowOf(kind).ifOwn === 'second') return true;
    const roles = await this.admins.roles();
    return hasOtherDecider(roles, { kind, isUndo, by: personOf(adminId, roles), concerned });
  }
}
