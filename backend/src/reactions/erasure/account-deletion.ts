import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Interval, Timeout } from '@nestjs/schedule';
import { Account } from '../../domain/account/account.js';
import { Rejected } from '../../kernel/aggregate.js';
import { causedBy, systemRun } from '../../kernel/causation.js';
import { Clock, Ids } from '../../kernel/clock.js';
import { forEachSettled } from '../../kernel/settle-all.js';
import { AccountsReader } from '../../projections/accounts/accounts.js';
import { Goodbyes } from './goodbyes.js';

const MINUTE = 60_000;
const EVERY_MS = 10 * MINUTE;
const SOON_MS = 5000;

/**
 * Deletes accounts whose grace period is over. The event decides: an owner who cancels before it keeps everything. The
 * rest of the erasure is in `account-erasure.ts`. Due accounts come from the view and the aggregate checks again, so
 * running twice or late is safe. The goodbye mail is stored before the deletion, while the address can still be read.
 */
@Injectable()
export class AccountDeletion {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: AccountsReader,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly goodbyes: Goodbyes,
  ) {}

  @Timeout(SOON_MS)
  async catchUp(): Promise<void> {
    await this.deleteDue();
  }

  /**
   * Deletes the accounts that are due now. Returns how many.
   * @throws Error if a deletion failed, after all others were tried
   */
  @Interval(EVERY_MS)
  async deleteDue(): Promise<number> {
    const now = this.clock.now();
    const due = await this.accounts.dueDeletions(now);
    return causedBy(systemRun('account-deletion', this.ids.uuid()), async () => {
      let deleted = 0;
      await forEachSettled(due, async (accountId) => {
        if (await this.delete(accountId, now)) deleted += 1;
      });
      return deleted;
    });
  }

  private async delete(accountId: string, now: Date): Promise<boolean> {
    await this.goodbyes.store(accountId, now);
    try {
      await this.commands.execute(Account.DeleteAccount({ accountId, now: now.toISOString() }));
      return true;
    } catch (error) {
      // The view was behind: the owner has just cancelled the deletion.
      if (!(error instanceof Rejected) || error.refusal !== 'conflict') throw error;
      await this.goodbyes.takeBack(accountId);
      return false;
    }
  }
}
