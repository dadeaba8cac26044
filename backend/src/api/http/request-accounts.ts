import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Accounts } from './accounts.js';
import { isOfBackOffice } from './back-office.js';
import type { Account } from './current-account.js';
import { SAFE_METHODS } from './same-origin.guard.js';
import { Sessions } from './sessions.js';

@Injectable()
export class RequestAccounts {
  constructor(
    private readonly sessions: Sessions,
    private readonly accounts: Accounts,
  ) {}

  /**
   * The signed-in account, or null. Notes in a request outside of the back office whether they have signed in within the
   * last 10 minutes. Reads while the log is unavailable may get it from memory or from the view.
   */
  async of(request: FastifyRequest): Promise<Account | null> {
    const session = await this.sessions.read(request);
    if (!session) return null;
    if (!isOfBackOffice(request)) request.proven = this.sessions.isFresh(session) ? 'everything' : 'nothing';
    const { accountId, createdAt } = session;
    return SAFE_METHODS.has(request.method)
      ? this.accounts.signedInToRead(accountId, createdAt)
      : this.accounts.signedIn(accountId, createdAt);
  }
}
