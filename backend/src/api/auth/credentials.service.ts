import { Inject, Injectable, UnauthorizedException } from '@nestjs/common';
import { normaliseEmail } from '../http/email-address.js';
import { EmailHashes } from './email-hashes.js';
import { type Login, Logins, MOST_UNVERIFIED } from './logins.service.js';
import { Passwords } from './passwords.js';
import { Rejected } from '../../kernel/aggregate.js';
import { Accounts } from '../http/accounts.js';

/** Whom an address and a password sign in. */
@Injectable()
export class Credentials {
  constructor(
    @Inject(Logins) private readonly logins: Logins,
    @Inject(EmailHashes) private readonly hashes: EmailHashes,
    @Inject(Passwords) private readonly passwords: Passwords,
  ) {}

  /**
   * The account that the password fits: the one that has proved the address, else the newest of those that have
   * not. The same number of hashes is checked whatever there is, so that time does not tell which addresses have
   * accounts.
   * @throws UnauthorizedException when it fits none
   */
  async check(email: string, password: string): Promise<Login> {
    const { verified, unverified } = await this.logins.of(this.hashes.of(normaliseEmail(email)));
    const places = [
      verified,
      ...Array.from({ length: MOST_UNVERIFIED }, (_, place) => unverified[place] ?? null),
    ];
    const fits = await Promise.all(
      places.map((login) => this.passwords.fits(password, login?.passwordHash ?? null)),
    );
    const login = places.find((_, place) => fits[place]);
    if (!login) throw invalidCredentials();
    return login;
  }
}

/** What is answered whoever the address belongs to, if to anybody. */
export function invalidCredentials(): UnauthorizedException {
  return new UnauthorizedException('Invalid email or password');
}

/** Makes sure that whoever is signed in knows the password too, before something that can't be undone. */
@Injectable()
export class CurrentPassword {
  constructor(
    @Inject(Accounts) private readonly accounts: Accounts,
    @Inject(Passwords) private readonly passwords: Passwords,
  ) {}

  /**
   * Answers the hash that the password was checked against.
   * @throws Rejected (invalid) when the password is not the account's
   */
  async check(accountId: string, password: string): Promise<string> {
    const passwordHash = await this.accounts.passwordHash(accountId);
    const fits = await this.passwords.fits(password, passwordHash);
    if (!fits || passwordHash === null) throw new Rejected('invalid', 'Current password is incorrect');
    return passwordHash;
  }
}
