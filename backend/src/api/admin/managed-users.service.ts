import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import type { Stored } from '../../kernel/document-store.js';
import {
  type AccountDocument,
  type AccountFilters,
  AccountsReader,
  User,
} from '../../projections/accounts/accounts.js';
import { maskedEmail } from '../http/email-address.js';
import { Accounts } from '../http/accounts.js';
import { Admins } from '../http/admins.js';
import { ManagedUser } from './admin.responses.js';
import type { AdminRoles } from '../../domain/admin/admin-roles-state.js';

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

  /** Those who pass all filters, for `answerList`, with the addresses as `shownAs` has them. */
  list(filters: AccountFilters, isNewestFirst: boolean, shownAs = maskedEmail) {
    const now = this.clock.now();
    const shown = async (rows: readonly Stored<AccountDocument>[]): Promise<ManagedUser[]> => {
      const roles = await this.admins.roles();
      return rows.map((row) => ({
        ...managedUser(new User(row), row.strikes, roles, now),
        email: shownAs(row.email),
      }));
    };
    return { list: this.reader.list(filters, isNewestFirst, now), shown };
  }
}

/** A person with what the back office knows of their login, at `now`. The address is masked. */
function managedUser(
  user: User,
  strikes: number,
  { admins, invitations }: AdminRoles,
  now: Date,
): ManagedUser {
  const logins = Object.entries(admins).filter(([, { accountIds }]) => accountIds.includes(user.id));
  const [adminId, login] = logins.find(([, { isDismissed }]) => !isDismissed) ?? logins.at(-1) ?? [];
  const invitation = Object.values(invitations).find(({ accountId }) => accountId === user.id);
  const { suspension } = user;
  const isOver = suspension !== null && suspension.endsAt !== null && new Date(suspension.endsAt) <= now;
  const isInvited = invitation !== undefined && now < new Date(invitation.expiresAt);
  return {
    id: user.id,
    email: maskedEmail(user.email),
    emailVerified: user.emailVerified,
    anonymousUsername: user.anonymousUsername,
    displayUsername: user.displayUsername,
    profilePictureUrl: user.profilePictureUrl,
    createdAt: user.createdAt,
    suspension: isOver ? null : suspension,
    strikes,
    deletionDueAt: user.deletionDueAt,
    isAdmin: user.isAdmin,
    login: adminId && login ? { adminId, role: login.role, isDismissed: login.isDismissed } : null,
    invitedUntil: isInvited ? invitation.expiresAt : null,
  };
}
