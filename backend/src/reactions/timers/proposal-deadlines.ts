import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Interval } from '@nestjs/schedule';
import { SettleAct } from '../../domain/proposal/proposal.commands.js';
import { causedBy, systemRun } from '../../kernel/causation.js';
import { Clock, Ids } from '../../kernel/clock.js';
import { ProposalsReader } from '../../projections/proposals/proposals.reader.js';

const EVERY_MS = 60_000;

/**
 * Ends the time of acts that need two people. The aggregate decides what follows, so running twice or late is safe.
 */
@Injectable()
export class ProposalDeadlines {
  constructor(
    private readonly commands: CommandBus,
    private readonly proposals: ProposalsReader,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Settles the proposals that are due now. Returns how many. */
  @Interval(EVERY_MS)
  async settle(): Promise<number> {
    const now = this.clock.now();
    const due = await this.proposals.due(now);
    await causedBy(systemRun('proposal-deadlines', this.ids.uuid()), async () => {
      for (const proposalId of due) {
        await this.commands.execute(new SettleAct({ proposalId, now: now.toISOString() }));
      }
    });
    return due.length;
  }
}
