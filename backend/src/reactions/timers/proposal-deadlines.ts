import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Proposal } from '../../domain/proposal/proposal.js';
import { ALL_ADMINS, AdminRoles } from '../../domain/admin/admin-roles.js';
import { Clock } from '../../kernel/clock.js';
import { States } from '../../kernel/states.js';
import { ProposalsReader } from '../../projections/proposals.js';
import { TimedCommands } from './timed-commands.js';

const EVERY_MS = 60_000;

/**
 * Ends the time of acts that need two people, and reschedules them when owners have joined or left. The aggregate decides
 * what follows, so running twice or late is safe.
 */
@Injectable()
export class ProposalDeadlines {
  constructor(
    private readonly commands: TimedCommands,
    private readonly proposals: ProposalsReader,
    private readonly states: States,
    private readonly clock: Clock,
  ) {}

  /** Settles all that wait. Returns how many. */
  @Interval(EVERY_MS)
  async settle(): Promise<number> {
    const now = this.clock.now().toISOString();
    const waiting = await this.proposals.open();
    if (waiting.length === 0) return 0;
    const roles = await this.states.of(AdminRoles, ALL_ADMINS);
    return this.commands.send(
      'proposal-deadlines',
      waiting.map(({ _id }) => _id),
      (proposalId) => Proposal.SettleAct({ proposalId, roles, now }),
    );
  }
}
