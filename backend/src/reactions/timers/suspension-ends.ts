import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Interval } from '@nestjs/schedule';
import { RestoreAccount } from '../../domain/account/account.commands.js';
import { causedBy, systemRun } from '../../kernel/causation.js';
import { Clock, Ids } from '../../kernel/clock.js';
import { AccountsReader } from '../../projections/accounts/accounts.reader.js';

const EVERY_MS = 60_000;

/**
 * Records the end of suspensions that hide posts, so that the posts come back. The person may write again without it. The
 * aggregate records it once, so running twice or late is safe.
 */
@Injectable()
export class SuspensionEnds {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: AccountsReader,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Records those that have ended by now. Returns how many. */
  @Interval(EVERY_MS)
  async record(): Promise<number> {
    const ended = await this.accounts.endedHiding(this.clock.now());
    await causedBy(systemRun('suspension-ends', this.ids.uuid()), async () => {
      for (const { accountId, suspensionId } of ended) {
        const reason = 'The suspension has ended.';
        await this.commands.execute(new RestoreAccount({ accountId, suspensionId, reason }));
      }
    });
    return ended.length;
  }
}
