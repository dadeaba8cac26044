import type { AdminRoles, Appointment } from '../../src/domain/admin/admin-roles-state.js';
import type { AdminRole } from '../../src/domain/admin/admin-roles.events.js';

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
