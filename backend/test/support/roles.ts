import type { AdminRoles, Appointment } from '../../src/domain/admin/admin-roles-state.js';
import type { AdminRole } from '../../src/domain/admin/admin-role.js';
import { type Person, personOf } from '../../src/domain/admin/person.js';

/** Admins by id: a role, or more. Owners have been owners for years. */
export function rolesOf(
  admins: Readonly<Record<string, AdminRole | Partial<Appointment>>>,
  invitations: AdminRoles['invitations'] = {},
): AdminRoles {
  const appointed = Object.entries(admins).map(([adminId, known]): [string, Appointment] => {
    const { role = 'owner', ...rest } = typeof known === 'string' ? { role: known } : known;
    const ownerSince = role === 'owner' ? '2020-01-01T00:00:00.000Z' : null;
    const links = { accountIds: [], unlinkedIds: [], invitationId: null };
    return [adminId, { role, isDismissed: false, ownerSince, ...links, ...rest }];
  });
  return { admins: Object.fromEntries(appointed), invitations };
}

/** The person of this login, with these accounts. */
export function personWith(loginId: string, ...accountIds: readonly string[]): Person {
  return personOf(loginId, rolesOf({ [loginId]: { accountIds } }));
}

/** A person with these accounts. */
export function someone(...accountIds: readonly string[]): Person {
  return personWith('someone', ...accountIds);
}
