import { type Aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import * as commands from './admin-roles.commands.js';
import type { AdminRole, AdminRolesEvents } from './admin-roles.events.js';

/** The role of an admin, and whether they may sign in. */
export interface Appointment {
  readonly role: AdminRole;
  readonly isDismissed: boolean;
}

/** All admins by id, dismissed ones included. */
export type AdminRoles = Readonly<Record<string, Appointment>>;

/** The only stream of this aggregate is `adminRoles-all`. */
export const ALL_ADMINS = 'all';

type Decision = EventOf<AdminRolesEvents>[];

const appointAdmin = ({ adminId, role }: commands.AppointAdmin['data'], roles: AdminRoles): Decision => {
  const known = roles[adminId];
  if (!known) return [{ type: 'AdminAppointed', data: { adminId, role } }];
  if (known.role === role && !known.isDismissed) return [];
  throw new Rejected('conflict', 'This admin has a role already.');
};

const changeAdminRole = (
  { adminId, role, by, reason }: commands.ChangeAdminRole['data'],
  roles: AdminRoles,
): Decision => {
  const { role: current } = serving(roles, adminId);
  if (current === role) return [];
  refuseSelf(adminId, by);
  if (current === 'owner') keepAnOwner(roles, adminId);
  return [{ type: 'AdminRoleChanged', data: { adminId, role, reason } }];
};

const dismissAdmin = (
  { adminId, by, reason }: commands.DismissAdmin['data'],
  roles: AdminRoles,
): Decision => {
  const { role, isDismissed } = existing(roles, adminId);
  if (isDismissed) return [];
  refuseSelf(adminId, by);
  if (role === 'owner') keepAnOwner(roles, adminId);
  return [{ type: 'AdminDismissed', data: { adminId, reason } }];
};

const reinstateAdmin = (
  { adminId, by, reason }: commands.ReinstateAdmin['data'],
  roles: AdminRoles,
): Decision => {
  const { role, isDismissed } = existing(roles, adminId);
  if (!isDismissed) return [];
  refuseSelf(adminId, by);
  return [{ type: 'AdminReinstated', data: { adminId, role, reason } }];
};

function existing(roles: AdminRoles, adminId: string): Appointment {
  const appointment = roles[adminId];
  if (!appointment) throw new Rejected('notFound', 'Admin not found');
  return appointment;
}

function serving(roles: AdminRoles, adminId: string): Appointment {
  const appointment = existing(roles, adminId);
  if (appointment.isDismissed) throw new Rejected('conflict', 'This admin is dismissed.');
  return appointment;
}

function refuseSelf(adminId: string, by: string): void {
  if (adminId === by) throw new Rejected('forbidden', 'You cannot change your own role.');
}

function keepAnOwner(roles: AdminRoles, leaving: string): void {
  const stays = Object.entries(roles).some(
    ([adminId, { role, isDismissed }]) => adminId !== leaving && role === 'owner' && !isDismissed,
  );
  if (!stays) throw new Rejected('conflict', 'The last owner cannot be revoked.');
}

export const adminRoles: Aggregate<AdminRoles, AdminRolesEvents, typeof commands> = {
  category: 'adminRoles',
  id: () => ALL_ADMINS,
  initial: {},
  snapshot: { version: 1, isPersonal: false },
  commands,
  decide: {
    AppointAdmin: appointAdmin,
    ChangeAdminRole: changeAdminRole,
    DismissAdmin: dismissAdmin,
    ReinstateAdmin: reinstateAdmin,
  },
  evolve: {
    AdminAppointed: (roles, { adminId, role }) => ({ ...roles, [adminId]: { role, isDismissed: false } }),
    AdminRoleChanged: (roles, { adminId, role }) => ({ ...roles, [adminId]: { role, isDismissed: false } }),
    AdminDismissed: (roles, { adminId }) => {
      const known = roles[adminId];
      return known ? { ...roles, [adminId]: { ...known, isDismissed: true } } : roles;
    },
    AdminReinstated: (roles, { adminId, role }) => ({ ...roles, [adminId]: { role, isDismissed: false } }),
  },
};
