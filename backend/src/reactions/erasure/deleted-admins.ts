import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Account } from '../../domain/account/account.js';
import { Admin } from '../../domain/admin/admin.js';
import { ALL_ADMINS, AdminRoles } from '../../domain/admin/admin-roles.js';
import type { DomainEvents } from '../../domain/events.js';
import { NOBODY } from '../../domain/admin/person.js';
import { ErasureList } from '../../infrastructure/erasures/erasure-list.port.js';
import { AdminSessionStore } from '../../infrastructure/sessions/session-store.port.js';
import { Rejected } from '../../kernel/aggregate.js';
import { forEachSettled } from '../../kernel/settle-all.js';
import { History } from '../../kernel/history.js';
import { KernelStore } from '../../kernel/kernel-store.js';
import { KeyRing } from '../../kernel/key-ring.js';
import { States } from '../../kernel/states.js';
import type { Reaction } from '../reaction.js';
import { noteErased } from './erasure-scrub.js';

const BECAUSE = 'The account of this person was deleted.';
type Accepted = DomainEvents['InvitationAccepted'];

/**
 * Revokes the logins of the back office that belong to deleted accounts, withdraws their invitations, and destroys the keys
 * of these admins: what is encrypted with them cannot be read any more, their names and notes included. The deletion was
 * the person's own or confirmed by two owners, so an owner's login needs no further confirmation. The login of the last
 * owner stays, because nobody else could manage the back office; it goes as soon as there is another owner. Also destroys
 * the key of a login that waited for a second owner, once its invitation is withdrawn: it can get no role any more.
 */
@Injectable()
export class DeletedAdmins implements Reaction {
  constructor(
    private readonly commands: CommandBus,
    private readonly states: States,
    private readonly history: History,
    private readonly adminSessions: AdminSessionStore,
    private readonly keys: KeyRing,
    private readonly kernel: KernelStore,
    private readonly erasures: ErasureList,
  ) {}

  readonly name = 'deleted-admins';
  readonly on: Reaction['on'] = {
    AccountDeleted: ({ data: { accountId } }) => this.revoke(accountId),
    // Also a login that was created or reinstated while its person was deleted.
    AdminAppointed: () => this.revokeLeft(),
    AdminRoleChanged: () => this.revokeLeft(),
    AdminReinstated: () => this.revokeLeft(),
    InvitationWithdrawn: ({ data }) =>
      this.eraseWaiting(({ invitationId }) => invitationId === data.invitationId),
    // The invitation was withdrawn while its login was created.
    AdminCreated: ({ data }) => this.eraseWaiting(({ adminId }) => adminId === data.adminId),
    AdminErased: async ({ data: { adminId }, metadata, position }) => {
      await this.keys.destroy(adminId);
      this.states.forgetAll();
      await this.erasures.add({ at: metadata.at, kind: 'admin', id: adminId });
      await noteErased(this.kernel, position);
    },
  };

  private async revoke(accountId: string): Promise<void> {
    // The server decides, so nobody decides on their own login.
    const because = { by: NOBODY, reason: BECAUSE, isConfirmed: true };
    try {
      await this.commands.execute(AdminRoles.DismissAccount({ accountId, ...because }));
    } catch (error) {
      if (error instanceof Rejected) return;
      throw error;
    }
    const { admins } = await this.states.of(AdminRoles, ALL_ADMINS);
    const own = Object.keys(admins).filter((adminId) => admins[adminId]?.accountIds.includes(accountId));
    await forEachSettled(own, async (adminId) => {
      await this.adminSessions.removeAll(adminId, null);
      await this.commands.execute(Admin.EraseAdmin({ adminId }));
    });
  }

  /** Erases the logins of accepted invitations that fit, if these are withdrawn. */
  private async eraseWaiting(fits: (accepted: Accepted) => boolean): Promise<void> {
    const events = await this.history.of(`${AdminRoles.category}-${ALL_ADMINS}`);
    const { admins, invitations } = await this.states.of(AdminRoles, ALL_ADMINS);
    for (const { type, data } of events) {
      if (type !== 'InvitationAccepted' || !fits(data as Accepted)) continue;
      const { invitationId, adminId } = data as Accepted;
      if (invitations[invitationId] || admins[adminId]) continue;
      await this.commands.execute(Admin.EraseAdmin({ adminId }));
    }
  }

  /** Revokes what had to stay so far. */
  private async revokeLeft(): Promise<void> {
    const { admins } = await this.states.of(AdminRoles, ALL_ADMINS);
    const serving = Object.values(admins).filter(({ isDismissed }) => !isDismissed);
    // The last owner may have registered again.
    await forEachSettled(new Set(serving.map(({ accountIds }) => accountIds.at(-1))), async (accountId) => {
      if (accountId !== undefined && (await this.states.of(Account, accountId)).deleted) {
        await this.revoke(accountId);
      }
    });
  }
}
