import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { type ActKind, hasOtherDecider } from '../../domain/acts/acts.js';
import { ALL_ADMINS, AdminRoles } from '../../domain/admin/admin-roles.js';
import { personOf } from '../../domain/admin/person.js';
import { OwnAct } from '../../domain/moderation-saga/own-act.js';
import { Clock } from '../../kernel/clock.js';
import { States } from '../../kernel/states.js';
import { ActsReader } from '../../projections/acts.js';
import { TimedCommands } from './timed-commands.js';

const EVERY_MS = 60_000;

/**
 * Ends the time of acts of admins on their own posts, comments and reports. The streams decide what follows, so running twice
 * or late is safe.
 */
@Injectable()
export class OwnActDeadlines {
  constructor(
    private readonly commands: TimedCommands,
    private readonly acts: ActsReader,
    private readonly states: States,
    private readonly clock: Clock,
  ) {}

  /** Settles those that are due now. Returns how many. */
  @Interval(EVERY_MS)
  async settle(): Promise<number> {
    const now = this.clock.now();
    const due = await this.acts.ownDue(now);
    return this.commands.send(
      'own-act-deadlines',
      due,
      async ({ _id: actId, subject: { id: subjectId } }) => {
        const hasOther = await this.hasOther(subjectId);
        return OwnAct.SettleOwnAct({ subjectId, actId, now: now.toISOString(), hasOther });
      },
    );
  }

  /** Whether another admin can decide by now. */
  private async hasOther(subjectId: string): Promise<boolean> {
    const { waiting } = await this.states.of(OwnAct, subjectId);
    if (!waiting) return false;
    const { isUndo, adminId, concerned } = waiting;
    const roles = await this.states.of(AdminRoles, ALL_ADMINS);
    // The one who dismissed the admin can decide.
    if (roles.admins[adminId]?.isDismissed !== false) return true;
    const by = personOf(adminId, roles);
    return hasOtherDecider(roles, { kind: waiting.kind as ActKind, isUndo, by, concerned });
  }
}
