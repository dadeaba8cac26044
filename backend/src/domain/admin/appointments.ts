import { type Evolve, Rejected, type Rules } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { id, nullable, text } from '../../kernel/field.js';
import { AdminRole } from './admin-role.js';
import {
  type AdminRoles,
  type Appointment,
  accountIdsOf,
  existing,
  releaseOwner,
  requireConfirmed,
  withoutInvitation,
} from './admin-roles-state.js';
import { type Person, refuseSelf } from './person.js';

/** The roles of logins. */

const about = { adminId: 'admin' };

export const appointmentEvents = {
  /** A login got its role. */
  AdminAppointed: event(
    {
      adminId: id,
      role: AdminRole,
      /** The account of the person on the site, if the invitation went to one. */
      accountId: nullable(id),
      /** The invitation that was accepted with it, which is used up; null for a login that an operator created. */
      invitationId: nullable(id),
    },
    '{actor} gave {adminId} the role {role|words}.',
    { ...about, accountId: 'person', invitationId: 'invitation' },
  ),
  /** An admin got another role. */
  AdminRoleChanged: event(
    { adminId: id, role: AdminRole, reason: text },
    '{actor} changed the role of {adminId} to {role|words}.',
    about,
  ),
  /** An admin may no longer sign in. All sessions have ended. */
  AdminDismissed: event(
    { adminId: id, reason: text },
    '{actor} dismissed {adminId}, which ended all sessions of the login.',
    about,
  ),
  /** An admin who was dismissed may sign in again. */
  AdminReinstated: event(
    { adminId: id, role: AdminRole, reason: text },
    '{actor} let {adminId} sign in again with the role {role|words}.',
    about,
  ),
};

export const appointmentFolds = {
  AdminAppointed(roles, { adminId, role, accountId, invitationId }, at) {
    const accepted = invitationId === null ? undefined : roles.invitations[invitationId];
    const appointment = {
      role,
      isDismissed: false,
      ownerSince: ownerSince(role, at),
      accountIds: accepted?.accountIds ?? accountIdsOf(accountId),
      unlinkedIds: [],
      invitationId,
    };
    const left = invitationId === null ? roles : withoutInvitation(roles, invitationId);
    return { ...left, admins: { ...roles.admins, [adminId]: appointment } };
  },
  AdminRoleChanged: (roles, { adminId, role }, at) =>
    withAdmin(roles, adminId, { role, ownerSince: ownerSince(role, at) }),
  AdminDismissed: (roles, { adminId }) => withAdmin(roles, adminId, { isDismissed: true }),
  AdminReinstated: (roles, { adminId, role }, at) =>
    withAdmin(roles, adminId, { role, isDismissed: false, ownerSince: ownerSince(role, at) }),
} satisfies Evolve<AdminRoles, typeof appointmentEvents>;

/** `by` is the admin who decides. */
export interface AppointmentChange {
  readonly adminId: string;
  readonly by: Person;
  readonly reason: string;
  readonly isConfirmed?: boolean;
}

export const appointmentRules = {
  /** Give a new login its role. */
  AppointAdmin({ adminId, role }: { readonly adminId: string; readonly role: AdminRole }, { admins }) {
    const known = admins[adminId];
    if (!known) {
      return [{ type: 'AdminAppointed', data: { adminId, role, accountId: null, invitationId: null } }];
    }
    if (known.role === role && !known.isDismissed) return [];
    throw new Rejected('conflict', 'This admin has a role already.');
  },
  /**
   * Give an admin another role. `by` is the admin who decides it. From and to the role of an owner only if it `isConfirmed` by
   * a second one.
   */
  ChangeAdminRole(
    { adminId, role, by, reason, isConfirmed = false }: AppointmentChange & { readonly role: AdminRole },
    roles,
  ) {
    const { role: current } = serving(roles, adminId);
    if (current === role) return [];
    refuseSelf(roles, adminId, by);
    requireConfirmed(role, isConfirmed);
    if (current === 'owner') releaseOwner(roles, [adminId], isConfirmed);
    return [{ type: 'AdminRoleChanged', data: { adminId, role, reason } }];
  },
  /** Keep an admin from signing in. An owner only if it `isConfirmed`, as above. */
  DismissAdmin({ adminId, by, reason, isConfirmed = false }: AppointmentChange, roles) {
    const { role, isDismissed } = existing(roles, adminId);
    if (isDismissed) return [];
    refuseSelf(roles, adminId, by);
    if (role === 'owner') releaseOwner(roles, [adminId], isConfirmed);
    return [{ type: 'AdminDismissed', data: { adminId, reason } }];
  },
  /** Let a dismissed admin sign in again, with the role from before. An owner only if it `isConfirmed`, as above. */
  ReinstateAdmin({ adminId, by, reason, isConfirmed = false }: AppointmentChange, roles) {
    const { role, isDismissed } = existing(roles, adminId);
    if (!isDismissed) return [];
    refuseSelf(roles, adminId, by);
    requireConfirmed(role, isConfirmed);
    return [{ type: 'AdminReinstated', data: { adminId, role, reason } }];
  },
} satisfies Rules<AdminRoles, typeof appointmentEvents>;

function serving(roles: AdminRoles, adminId: string): Appointment {
  const appointment = existing(roles, adminId);
  if (appointment.isDismissed) throw new Rejected('conflict', 'This admin is dismissed.');
  return appointment;
}

export function withAdmin(roles: AdminRoles, adminId: string, change: Partial<Appointment>): AdminRoles {
  const known = roles.admins[adminId];
  return known ? { ...roles, admins: { ...roles.admins, [adminId]: { ...known, ...change } } } : roles;
}

const ownerSince = (role: AdminRole, at: string) => (role === 'owner' ? at : null);
