import { Inject, Injectable } from '@nestjs/common';
import { Rejected } from '../../kernel/aggregate.js';
import { Accounts } from '../http/accounts.js';
import { Passwords } from './passwords.js';

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
