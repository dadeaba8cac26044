import { Inject, Injectable } from '@nestjs/common';
import { account } from '../../domain/account/account.js';
import type { Account } from '../../domain/account/account-state.js';
import { type AnyAggregate, evolveAll } from '../../kernel/aggregate.js';
import type { Recorded } from '../../kernel/event.js';
import { History } from '../../kernel/history.js';

/** Reads accounts from the log itself, for whoever may not be misled by a view that is behind. */
@Injectable()
export class LoggedAccounts {
  constructor(@Inject(History) private readonly history: History) {}

  /** The account as it is now, and every event of it, oldest first. @throws EventLogUnavailableError */
  async of(accountId: string): Promise<{ state: Account; events: readonly Recorded[] }> {
    const events = await this.history.of(`${account.category}-${accountId}`);
    const state = evolveAll(account as unknown as AnyAggregate, account.initial, events) as Account;
    return { state, events };
  }
}
