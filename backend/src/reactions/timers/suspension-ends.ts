import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Account } from '../../domain/account/account.js';
import { Clock } from '../../kernel/clock.js';
import { AccountsReader } from '../../projections/accounts/accounts.js';
import { TimedCommands } from './timed-commands.js';

const EVERY_MS = 60_000;

/**
 * Records the end of suspensions that hide posts, so that the posts come back. The person may write again without it. The
 * aggregate records it once, so running twice or late is safe.
 */
@Injectable()
export class SuspensionEnds {
  constructor(
    private readonly commands: TimedCommands,
    private readonly accounts: AccountsReader,
    private readonly clock: Clock,
  ) {}

  /** Records those that have ended by now. Returns how many. */
  @Interval(EVERY_MS)
  async record(): Promise<number> {
    const ended = await this.accounts.endedHiding(this.clock.now());
    const reason = 'The suspension has ended.';
    return this.commands.send('suspension-ends', ended, ({ accountId, suspensionId }) =>
      Account.RestoreAccount({ accountId, suspensionId, reason }),
    );
  }
}
