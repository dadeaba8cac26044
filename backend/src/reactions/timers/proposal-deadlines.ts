import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { SettleAct } from '../../domain/proposal/proposal.commands.js';
import { Clock } from '../../kernel/clock.js';
import { ProposalsReader } from '../../projections/proposals/proposals.reader.js';
import { TimedCommands } from './timed-commands.js';

const EVERY_MS = 60_000;

/**
 * Ends the time of acts that need two people. The aggregate decides what follows, so running twice or late is safe.
 */
@Injectable()
export class ProposalDeadlines {
  constructor(
    private readonly commands: TimedCommands,
    private readonly proposals: ProposalsReader,
    private readonly clock: Clock,
  ) {}

  /** Settles the proposals that are due now. Returns how many. */
  @Interval(EVERY_MS)
  async settle(): Promise<number> {
    const now = this.clock.now();
    const due = await this.proposals.due(now);
    return this.commands.send(
      'proposal-deadlines',
      due,
      (proposalId) => new SettleAct({ proposalId, now: now.toISOString() }),
    );
  }
}
