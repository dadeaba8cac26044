import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Account } from '../../domain/account/account.js';
import { AdminRoles } from '../../domain/admin/admin-roles.js';
import type { Person } from '../../domain/admin/person.js';
import { Rejected } from '../../kernel/aggregate.js';
import { Accounts } from '../http/accounts.js';
import { AdminSessions } from '../http/admin-sessions.js';
import { Admins } from '../http/admins.js';
import { Invitations } from './invitations.service.js';

/** Makes people of the site admins, and revokes that. Each step can be repeated after a crash. */
@Injectable()
export class AdminRights {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: Accounts,
    private readonly admins: Admins,
    private readonly sessions: AdminSessions,
    private readonly invitations: Invitations,
  ) {}

  /**
   * Shows a person the link to the back office, and mails them an invitation to create a moderator's login.
   * @throws Rejected (conflict) if their address is not verified
   */
  async grant(accountId: string, by: string): Promise<void> {
    const { verified } = await this.present(accountId);
    if (!verified) throw new Rejected('conflict', 'This person has not verified their email address.');
    await this.commands.execute(Account.GrantAdminRights({ accountId }));
    await this.invitations.invite({ accountId }, 'moderator', by);
  }

  /**
   * Dismisses the logins of a person, ends their sessions, withdraws invitations and hides the link.
   * @throws Rejected for the own login and for the last owner
   */
  async revoke(accountId: string, by: Person, reason: string): Promise<void> {
    await this.present(accountId);
    await this.commands.execute(AdminRoles.DismissAccount({ accountId, by, reason }));
    await this.commands.execute(Account.RevokeAdminRights({ accountId }));
    // They are invalid already: the role is read with each request.
    for (const adminId of await this.loginsOf(accountId)) await this.sessions.endAll(adminId);
  }

  private async present(accountId: string) {
    const state = await this.accounts.state(accountId);
    if (!state) throw new Rejected('notFound', 'User not found');
    return state;
  }

  private async loginsOf(accountId: string): Promise<string[]> {
    const { admins } = await this.admins.roles();
    return Object.keys(admins).filter((adminId) => admins[adminId]?.accountIds.includes(accountId));
  }
}
