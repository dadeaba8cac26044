import { Inject, Injectable } from '@nestjs/common';
import { email } from '../../domain/account/email.js';
import { MOST_REGISTRATIONS, registrations } from '../../domain/account/registrations.js';
import { States } from '../../kernel/states.js';
import { UndecodableError } from '../../kernel/undecodable.js';
import { Accounts } from '../http/accounts.js';

/** What a password is checked against. */
export interface Login {
  readonly accountId: string;
  readonly passwordHash: string;
}

/** So many accounts that have not proved their address may be signed in to by it, the newest. */
export const MOST_UNVERIFIED = 3;

/** Whom an address may sign in: the account that has proved it, and the newest of those that have not, newest first. */
export interface LoginsOfAddress {
  readonly verified: Login | null;
  readonly unverified: readonly Login[];
}

/** The id of no account: reading its stream takes as long as reading one that is there. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Which accounts an address may sign in to. */
@Injectable()
export class Logins {
  constructor(
    @Inject(States) private readonly states: States,
    @Inject(Accounts) private readonly accounts: Accounts,
  ) {}

  /**
   * Those of an address, as its keyed hash. Reads the same number of streams whatever there is. An account that waits and
   * can't be decoded is left out: it must not keep the others from signing in.
   * @throws UndecodableError when the account that has proved the address can't be decoded; EventLogUnavailableError
   */
  async of(emailHash: string): Promise<LoginsOfAddress> {
    const [{ accountId }, { accountIds }] = await Promise.all([
      this.states.of(email, emailHash),
      this.states.of(registrations, emailHash),
    ]);
    const places = Array.from({ length: MOST_REGISTRATIONS }, (_, place) => accountIds[place] ?? null);
    const [verified, ...unverified] = await Promise.all([
      this.login(accountId, true),
      ...places.map((waiting) => this.login(waiting, false).catch(noneIfUndecodable)),
    ]);
    return {
      verified: verified ?? null,
      unverified: unverified.filter((login) => login !== null).slice(0, MOST_UNVERIFIED),
    };
  }

  private async login(accountId: string | null, isVerified: boolean): Promise<Login | null> {
    const state = await this.accounts.state(accountId ?? NOBODY);
    if (accountId === null || state?.verified !== isVerified) return null;
    return { accountId, passwordHash: state.passwordHash };
  }
}

function noneIfUndecodable(error: unknown): null {
  if (error instanceof UndecodableError) return null;
  throw error;
}
