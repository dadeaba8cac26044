import { Inject, Injectable, UnauthorizedException } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { FindLogins, type Login } from '../../projections/accounts/accounts.queries.js';
import { normaliseEmail } from './email-address.js';
import { EmailHashes } from './email-hashes.js';
import { Passwords } from './passwords.js';

/** Whom an address and a password sign in. */
@Injectable()
export class Credentials {
  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(EmailHashes) private readonly hashes: EmailHashes,
    @Inject(Passwords) private readonly passwords: Passwords,
  ) {}

  /**
   * The account that the password fits: the one that has proved the address, else the newest that has not.
   * Two hashes are checked whatever there is, so that time does not tell which addresses have accounts.
   * @throws UnauthorizedException when it fits neither
   */
  async check(email: string, password: string): Promise<Login> {
    const { verified, unverified } = await this.queries.execute(
      new FindLogins(this.hashes.of(normaliseEmail(email))),
    );
    const isVerified = await this.passwords.fits(password, verified?.passwordHash ?? null);
    const isUnverified = await this.passwords.fits(password, unverified?.passwordHash ?? null);
    const login = isVerified ? verified : isUnverified ? unverified : null;
    if (!login) throw new UnauthorizedException('Invalid email or password');
    return login;
  }
}
