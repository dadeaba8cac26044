import { Injectable, UnauthorizedException } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Account } from '../../domain/account/account.js';
import { actAs, asIfNew } from '../../kernel/causation.js';
import { normaliseEmail } from '../http/email-address.js';
import { InvalidRequestException } from '../http/validation.js';
import { EmailHashes } from '../http/email-hashes.js';
import { type Login, Logins, MOST_UNVERIFIED } from './logins.service.js';
import { Passwords } from './passwords.js';
import { EventLogUnavailableError } from '../../kernel/event-log.js';
import { Accounts } from '../http/accounts.js';

/** Makes hashes of NFC of those from before passwords were normalised. */
@Injectable()
export class HashRenewals {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
  ) {}

  /** A login whose password was just checked, with the hash that counts now. Ends no session. */
  async renew({ accountId, passwordHash }: Login, password: string): Promise<Login> {
    const replace = async (renewed: string) => {
      const command = Account.RenewPasswordHash({
        accountId,
        currentHash: passwordHash,
        passwordHash: renewed,
      });
      // A repetition of the request may find it renewed.
      await actAs({ kind: 'user', id: accountId }, () => asIfNew(() => this.commands.execute(command))).catch(
        (error: unknown) => {
          // People still sign in, and the next time renews it.
          if (!(error instanceof EventLogUnavailableError)) throw error;
        },
      );
      return this.accounts.passwordHash(accountId);
    };
    return { accountId, passwordHash: await this.passwords.renew(password, passwordHash, replace) };
  }
}

@Injectable()
export class Credentials {
  constructor(
    private readonly logins: Logins,
    private readonly hashes: EmailHashes,
    private readonly passwords: Passwords,
    private readonly renewals: HashRenewals,
  ) {}

  /**
   * The account that the password belongs to: the one with the verified address, else the newest unverified one.
   * Always checks the same number of hashes, so response times do not reveal which addresses have accounts.
   * @throws InvalidCredentialsError if no account matches
   */
  async check(email: string, password: string): Promise<Login> {
    const { verified, unverified } = await this.logins.of(this.hashes.of(normaliseEmail(email)));
    const candidates = [
      verified,
      ...Array.from({ length: MOST_UNVERIFIED }, (_, index) => unverified[index] ?? null),
    ];
    const fits = await Promise.all(
      candidates.map((login) => this.passwords.fits(password, login?.passwordHash ?? null)),
    );
    const login = candidates.find((_, index) => fits[index]);
    if (!login) throw new InvalidCredentialsError(verified?.accountId ?? unverified[0]?.accountId ?? null);
    return this.renewals.renew(login, password);
  }
}

/** The same response for every address, with or without an account. */
export class InvalidCredentialsError extends UnauthorizedException {
  /** @param accountId the account of the failed sign-in, for the security log; null if the address has no account */
  constructor(readonly accountId: string | null) {
    super('Invalid email or password');
  }
}

/** Confirms that a signed-in user knows the password, before an action that cannot be undone. */
@Injectable()
export class CurrentPassword {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
    private readonly renewals: HashRenewals,
  ) {}

  /** Returns the hash of the password. @throws InvalidRequestException at this field if it is wrong */
  async check(accountId: string, password: string, field = 'password'): Promise<string> {
    const passwordHash = await this.accounts.passwordHash(accountId);
    const fits = await this.passwords.fits(password, passwordHash);
    if (!fits || passwordHash === null)
      throw new InvalidRequestException({ [field]: ['Current password is incorrect'] });
    return (await this.renewals.renew({ accountId, passwordHash }, password)).passwordHash;
  }
}
