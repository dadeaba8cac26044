import { Body } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Text } from '../../contract/fields.js';
import { Account } from '../../domain/account/account.js';
import { Clock } from '../../kernel/clock.js';
import { User } from '../../projections/accounts/accounts.js';
import { KNOWN_PASSWORD } from '../auth/auth.contract.js';
import { CurrentPassword } from '../auth/credentials.service.js';
import { Accounts } from '../http/accounts.js';
import { type Account as SignedIn, CurrentAccount } from '../http/current-account.js';
import { Route, Routes } from '../http/route.js';

class DeletionRequest {
  @Text(KNOWN_PASSWORD) readonly password!: string;
}

/** How long a deletion can be cancelled. */
const GRACE_MS = 7 * 24 * 60 * 60 * 1000;

/** Schedules and cancels account deletions. The deletion itself is in `reactions/erasure/account-deletion.ts`. */
@Routes('account', 'api/user/deletion', { who: 'signedIn' })
export class DeletionController {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: Accounts,
    private readonly clock: Clock,
    private readonly passwords: CurrentPassword,
  ) {}

  @Route('POST', '', {
    limit: 'password',
    summary: 'Schedules the deletion of the account in seven days.',
    description:
      'Nothing changes until then, and the deletion can be cancelled. Asking again does not extend the time.',
    answer: User,
    errors: { 400: 'Current password is incorrect' },
  })
  async requestDeletion(
    @Body() { password }: DeletionRequest,
    @CurrentAccount() { id: accountId }: SignedIn,
  ): Promise<User> {
    await this.passwords.check(accountId, password);
    const dueAt = new Date(this.clock.now().getTime() + GRACE_MS).toISOString();
    await this.commands.execute(Account.RequestDeletion({ accountId, dueAt }));
    return this.accounts.present(accountId);
  }

  @Route('DELETE', '', {
    withoutKey: true,
    limit: 'never',
    summary: 'Cancels the scheduled deletion.',
    answer: User,
  })
  async cancelDeletion(@CurrentAccount() { id: accountId }: SignedIn): Promise<User> {
    await this.commands.execute(Account.CancelDeletion({ accountId }));
    return this.accounts.present(accountId);
  }
}
