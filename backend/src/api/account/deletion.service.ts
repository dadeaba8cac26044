import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CancelDeletion, RequestDeletion } from '../../domain/account/account.commands.js';
import { Clock } from '../../kernel/clock.js';
import type { User } from '../../projections/accounts/accounts.reader.js';
import { CurrentPassword } from '../auth/credentials.service.js';
import { Accounts } from '../http/accounts.js';

/** How long one may change one's mind. */
const GRACE_MS = 7 * 24 * 60 * 60 * 1000;

/** The wish to be deleted, and its taking back. The deletion itself is `reactions/account-deletion.ts`. */
@Injectable()
export class Deletions {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(Accounts) private readonly accounts: Accounts,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(CurrentPassword) private readonly passwords: CurrentPassword,
  ) {}

  /**
   * Has the account deleted in seven days; asking again changes nothing. Answers the account as it is then.
   * @throws Rejected (invalid) when the password is wrong
   */
  async request(accountId: string, password: string): Promise<User> {
    await this.passwords.check(accountId, password);
    const dueAt = new Date(this.clock.now().getTime() + GRACE_MS).toISOString();
    await this.commands.execute(new RequestDeletion({ accountId, dueAt }));
    return this.accounts.present(accountId);
  }

  /** Keeps the account. Answers it as it is then. @throws Rejected (notFound) when it is gone already */
  async cancel(accountId: string): Promise<User> {
    await this.commands.execute(new CancelDeletion({ accountId }));
    return this.accounts.present(accountId);
  }
}
