import type { CommandBus } from '@nestjs/cqrs';
import { account } from '../../domain/account/account.js';
import { DismissAccount } from '../../domain/admin/admin-roles.commands.js';
import { ALL_ADMINS, adminRoles } from '../../domain/admin/admin-roles.js';
import type { AdminSessionStore } from '../../infrastructure/sessions/session-store.port.js';
import { Rejected } from '../../kernel/aggregate.js';
import type { States } from '../../kernel/states.js';
import type { Reaction } from '../reaction.js';

const BECAUSE = 'The account of this person was deleted.';
/** The server decides, so nobody decides on their own login. */
const SERVER = 'server';

/** What the reaction works with. */
export interface DeletedAdminsParts {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly states: Pick<States, 'of'>;
  readonly adminSessions: Pick<AdminSessionStore, 'removeAll'>;
}

/**
 * Revokes the logins of the back office that belong to deleted accounts, and withdraws their invitations. The deletion was
 * the person's own or confirmed by two owners, so an owner's login needs no further confirmation. The login of the last
 * owner stays, because nobody else could manage the back office; it goes as soon as there is another owner.
 */
export function deletedAdmins({ commands, states, adminSessions }: DeletedAdminsParts): Reaction {
  const revoke = async (accountId: string) => {
    const because = { by: SERVER, reason: BECAUSE, isConfirmed: true };
    try {
      await commands.execute(new DismissAccount({ accountId, ...because }));
    } catch (error) {
      if (error instanceof Rejected) return;
      throw error;
    }
    const { admins } = await states.of(adminRoles, ALL_ADMINS);
    for (const [adminId, admin] of Object.entries(admins)) {
      if (admin.accountId === accountId) await adminSessions.removeAll(adminId, null);
    }
  };
  /** Revokes what had to stay so far. */
  const revokeLeft = async () => {
    const { admins } = await states.of(adminRoles, ALL_ADMINS);
    const serving = Object.values(admins).filter(({ isDismissed }) => !isDismissed);
    for (const accountId of new Set(serving.map((admin) => admin.accountId))) {
      if (accountId !== null && (await states.of(account, accountId)).deleted) await revoke(accountId);
    }
  };
  return {
    name: 'deleted-admins',
    on: {
      AccountDeleted: ({ data: { accountId } }) => revoke(accountId),
      // Also a login that was created or reinstated while its person was deleted.
      AdminAppointed: revokeLeft,
      AdminRoleChanged: revokeLeft,
      AdminReinstated: revokeLeft,
    },
  };
}
