import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Account } from '../../domain/account/account.js';
import { Clock } from '../../kernel/clock.js';
import type { User } from '../../projections/accounts/accounts.js';
import { CurrentPassword } from '../auth/credentials.service.js';
import { Accounts } from '../http/accounts.js';

/** How long a deletion can be cancelled. */
const GRACE_MS = 7 * 24 * 60 * 60 * 1000;

/** Schedules and cancels account deletions. The deletion itself is in `reactions/erasure/account-deletion.ts`. */
@Injectable()
export class Deletions {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: Accounts,
    private readonly clock: Clock,
    private readonly passwords: CurrentPassword,
  ) {}

  /**
   * Schedules the deletion in seven days; asking again changes nothing. Returns the account after the change.
   * @throws Rejected (invalid) if the password is wrong
   */
  async request(accountId: string, password: string): Promise<User> {
    await this.passwords.check(accountId, password);
    const dueAt = new Date(this.clock.now().getTime() + GRACE_MS).toISOString();
    await this.commands.execute(Account.RequestDeletion({ accountId, dueAt }));
    return this.accounts.present(accountId);
  }

  /**
   * Cancels the deletion. Returns the account after the change.
   * @throws Rejected (notFound) if it is already deleted
   */
  async cancel(accountId: string): Promise<User> {
    await this.commands.execute(Account.CancelDeletion({ accountId }));
    return this.accounts.present(accountId);
  }
}
