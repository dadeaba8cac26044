import { Injectable } from '@nestjs/common';
import { Email } from '../../domain/account/email.js';
import { MOST_REGISTRATIONS, Registrations } from '../../domain/account/registrations.js';
import { States } from '../../kernel/states.js';
import { UndecodableError } from '../../kernel/undecodable.js';
import { Accounts } from '../http/accounts.js';

/** What a password is checked against. */
export interface Login {
  readonly accountId: string;
  readonly passwordHash: string;
}

/** How many unverified accounts of one address can sign in: the newest ones. */
export const MOST_UNVERIFIED = 3;

/**
 * The accounts that an address can sign in to: the one that verified it, and the newest unverified ones, newest first,
 * after one that has reserved it.
 */
export interface LoginsOfAddress {
  readonly verified: Login | null;
  readonly unverified: readonly Login[];
}

/** The id of an account that does not exist: reading its stream takes as long as reading a real one. */
const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

@Injectable()
export class Logins {
  constructor(
    private readonly states: States,
    private readonly accounts: Accounts,
  ) {}

  /**
   * The accounts of an address, by its keyed hash. Always reads the same number of streams. An unverified account that
   * cannot be decoded is left out, so that it does not block the others.
   * @throws UndecodableError if the verified account cannot be decoded; EventLogUnavailableError
   */
  async of(emailHash: string): Promise<LoginsOfAddress> {
    const [{ accountId }, { accountIds }] = await Promise.all([
      this.states.of(Email, emailHash),
      this.states.of(Registrations, emailHash),
    ]);
    const candidates = Array.from({ length: MOST_REGISTRATIONS }, (_, index) => accountIds[index] ?? null);
    const [verified, ...unverified] = await Promise.all([
      this.login(accountId, emailHash, true),
      ...candidates.map((waiting) => this.login(waiting, emailHash, false).catch(noneIfUndecodable)),
    ]);
    // No other one can be verified while an interrupted verification has reserved the address for it.
    const isReserved = (login: Login) => Number(login.accountId === accountId);
    return {
      verified: verified ?? null,
      unverified: unverified
        .filter((login) => login !== null)
        .toSorted((one, other) => isReserved(other) - isReserved(one))
        .slice(0, MOST_UNVERIFIED),
    };
  }

  private async login(
    accountId: string | null,
    emailHash: string,
    isVerified: boolean,
  ): Promise<Login | null> {
    const state = await this.accounts.state(accountId ?? NO_ACCOUNT);
    if (accountId === null || !state || (state.verifiedAt !== null) !== isVerified) return null;
    // It was registered for this address, and has another one now.
    if (state.registered.emailHash !== emailHash) return null;
    return { accountId, passwordHash: state.passwordHash };
  }
}

function noneIfUndecodable(error: unknown): null {
  if (error instanceof UndecodableError) return null;
  throw error;
}
