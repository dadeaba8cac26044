import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { type AdminPage, type AdminPart, adminCount, adminPage } from '../../projections/admin-list.js';
import { type AccountFilters, AccountsReader, User } from '../../projections/accounts/accounts.reader.js';
import { Accounts } from '../http/accounts.js';
import { Admins } from '../http/admins.js';
import { type ManagedUser, managedUser } from './managed-user.js';

/** The people of the site, as admins see them. */
@Injectable()
export class ManagedUsers {
  constructor(
    private readonly accounts: Accounts,
    private readonly reader: AccountsReader,
    private readonly admins: Admins,
    private readonly clock: Clock,
  ) {}

  /** A person, read from the stream. @throws Rejected (notFound) */
  async one(accountId: string): Promise<ManagedUser> {
    const user = await this.accounts.present(accountId);
    const strikes = (await this.accounts.state(accountId))?.strikes.length ?? 0;
    return managedUser(user, strikes, await this.admins.roles(), this.clock.now());
  }

  /** Those who pass all filters, with their number. */
  list(
    filters: AccountFilters,
    isNewestFirst: boolean,
  ): { page: (part: AdminPart) => Promise<AdminPage<ManagedUser>>; count: () => Promise<string> } {
    const now = this.clock.now();
    const list = this.reader.list(filters, isNewestFirst, now);
    const page = async (part: AdminPart) => {
      const [{ rows, next }, roles] = await Promise.all([adminPage(list, part), this.admins.roles()]);
      return { rows: rows.map((row) => managedUser(new User(row), row.strikes, roles, now)), next };
    };
    return { page, count: () => adminCount(list) };
  }
}
