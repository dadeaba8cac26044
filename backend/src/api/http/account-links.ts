import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Email } from '../../domain/account/email.js';
import { AdminRoles } from '../../domain/admin/admin-roles.js';
import { States } from '../../kernel/states.js';
import { unlessUndecodable } from '../../kernel/undecodable.js';
import { Admins } from './admins.js';
import { normaliseEmail, EmailHashes } from './email-address.js';

/** Links a login of the back office to the account that has verified its address: they are the same person. */
@Injectable()
export class AccountLinks {
  constructor(
    private readonly commands: CommandBus,
    private readonly states: States,
    private readonly admins: Admins,
    private readonly hashes: EmailHashes,
  ) {}

  /** Links a login with this address, if an account has verified it. Returns whether it was linked to another one before. */
  async link(adminId: string, address: string | null, linked: readonly string[]): Promise<boolean> {
    if (address === null) return false;
    const { accountId } = await this.states.of(Email, this.hashes.of(normaliseEmail(address)));
    if (accountId === null || linked.includes(accountId)) return false;
    await this.commands.execute(AdminRoles.LinkAccount({ adminId, accountId }));
    return true;
  }

  /** Links all logins with the address that an account has just verified. */
  async linkAll(accountId: string, emailHash: string): Promise<void> {
    const roles = await unlessUndecodable(this.admins.roles(), () => null);
    if (!roles) return;
    const { admins, invitations } = roles;
    const waiting = Object.values(invitations).flatMap(({ acceptedBy }) => acceptedBy ?? []);
    for (const adminId of [...Object.keys(admins), ...waiting]) {
      // Each request of that admin links again.
      const admin = await unlessUndecodable(this.admins.user(adminId), () => null);
      const email = admin?.email ?? null;
      if (email === null || this.hashes.of(normaliseEmail(email)) !== emailHash) continue;
      await this.commands.execute(AdminRoles.LinkAccount({ adminId, accountId }));
    }
  }
}
