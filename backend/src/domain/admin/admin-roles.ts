import { aggregate, Rejected } from '../../kernel/aggregate.js';
import type * as commands from './admin-roles.commands.js';
import { type AdminRole, adminRolesEvents } from './admin-roles.events.js';
import {
  type AdminRoles as AdminRolesState,
  type Appointment,
  type Decision,
  existing,
  releaseOwner,
  requireConfirmed,
} from './admin-roles-state.js';
import * as invitations from './invitations.js';
import { refuseSelf } from './person.js';

/** The only stream of this aggregate is `adminRoles-all`. */
export const ALL_ADMINS = 'all';

const appointAdmin = ({ adminId, role }: commands.AppointAdmin, roles: AdminRolesState): Decision => {
  const known = roles.admins[adminId];
  if (!known) {
    return [{ type: 'AdminAppointed', data: { adminId, role, accountId: null, invitationId: null } }];
  }
  if (known.role === role && !known.isDismissed) return [];
  throw new Rejected('conflict', 'This admin has a role already.');
};

const changeAdminRole = (
  { adminId, role, by, reason, isConfirmed = false }: commands.ChangeAdminRole,
  roles: AdminRolesState,
): Decision => {
  const { role: current } = serving(roles, adminId);
  if (current === role) return [];
  refuseSelf(roles, adminId, by);
  requireConfirmed(role, isConfirmed);
  if (current === 'owner') releaseOwner(roles, [adminId], isConfirmed);
  return [{ type: 'AdminRoleChanged', data: { adminId, role, reason } }];
};

const dismissAdmin = (
  { adminId, by, reason, isConfirmed = false }: commands.DismissAdmin,
  roles: AdminRolesState,
): Decision => {
  const { role, isDismissed } = existing(roles, adminId);
  if (isDismissed) return [];
  refuseSelf(roles, adminId, by);
  if (role === 'owner') releaseOwner(roles, [adminId], isConfirmed);
  return [{ type: 'AdminDismissed', data: { adminId, reason } }];
};

const reinstateAdmin = (
  { adminId, by, reason, isConfirmed = false }: commands.ReinstateAdmin,
  roles: AdminRolesState,
): Decision => {
  const { role, isDismissed } = existing(roles, adminId);
  if (!isDismissed) return [];
  refuseSelf(roles, adminId, by);
  requireConfirmed(role, isConfirmed);
  return [{ type: 'AdminReinstated', data: { adminId, role, reason } }];
};

const linkAccount = (link: commands.LinkAccount, roles: AdminRolesState): Decision => {
  const waiting = waitingIn(roles, link.adminId)?.[1];
  const { accountIds, unlinkedIds } = waiting
    ? { ...waiting, unlinkedIds: [] }
    : existing(roles, link.adminId);
  const isKnown = [...accountIds, ...unlinkedIds].includes(link.accountId);
  return isKnown ? [] : [{ type: 'AccountLinked', data: link }];
};

const unlinkAccounts = (
  { adminId, reason, isConfirmed = false }: commands.UnlinkAccounts,
  roles: AdminRolesState,
): Decision => {
  const { accountIds } = existing(roles, adminId);
  if (!isConfirmed) throw new Rejected('conflict', 'A login is unlinked only if a second owner confirms it.');
  return accountIds.map((accountId) => ({ type: 'AccountUnlinked', data: { adminId, accountId, reason } }));
};

function serving(roles: AdminRolesState, adminId: string): Appointment {
  const appointment = existing(roles, adminId);
  if (appointment.isDismissed) throw new Rejected('conflict', 'This admin is dismissed.');
  return appointment;
}

function withAdmin(roles: AdminRolesState, adminId: string, change: Partial<Appointment>): AdminRolesState {
  const known = roles.admins[adminId];
  return known ? { ...roles, admins: { ...roles.admins, [adminId]: { ...known, ...change } } } : roles;
}

function withInvitation(
  roles: AdminRolesState,
  invitationId: string,
  change: Partial<AdminRolesState['invitations'][string]>,
): AdminRolesState {
  const known = roles.invitations[invitationId];
  if (!known) return roles;
  return { ...roles, invitations: { ...roles.invitations, [invitationId]: { ...known, ...change } } };
}

/** The accepted invitation of a login that waits until it is confirmed, with its id. */
function waitingIn(roles: AdminRolesState, adminId: string) {
  return Object.entries(roles.invitations).find(([, { acceptedBy }]) => acceptedBy === adminId);
}

const accountIdsOf = (accountId: string | null) => (accountId === null ? [] : [accountId]);

const ownerSince = (role: AdminRole, at: string) => (role === 'owner' ? at : null);

function withoutInvitation(roles: AdminRolesState, invitationId: string): AdminRolesState {
  const { [invitationId]: _, ...left } = roles.invitations;
  return { ...roles, invitations: left };
}

const initial: AdminRolesState = { admins: {}, invitations: {} };

export type AdminRoles = AdminRolesState;

export const AdminRoles = aggregate('adminRoles', {
  id: () => ALL_ADMINS,
  initial,
  snapshot: { version: 4, isPersonal: false },
  events: adminRolesEvents,
}).rules({
  evolve: {
    AdminAppointed: (roles, { adminId, role, accountId, invitationId }, at) => {
      const accountIds = roles.invitations[invitationId ?? '']?.accountIds ?? accountIdsOf(accountId);
      const appointment = {
        role,
        isDismissed: false,
        ownerSince: ownerSince(role, at),
        accountIds,
        unlinkedIds: [],
        invitationId,
      };
      const admins = { ...roles.admins, [adminId]: appointment };
      const left = invitationId === null ? roles : withoutInvitation(roles, invitationId);
      return { ...left, admins };
    },
    AdminRoleChanged: (roles, { adminId, role }, at) =>
      withAdmin(roles, adminId, { role, ownerSince: ownerSince(role, at) }),
    AdminDismissed: (roles, { adminId }) => withAdmin(roles, adminId, { isDismissed: true }),
    AdminReinstated: (roles, { adminId, role }, at) =>
      withAdmin(roles, adminId, { role, isDismissed: false, ownerSince: ownerSince(role, at) }),
    AccountLinked: (roles, { adminId, accountId }) => {
      const waiting = waitingIn(roles, adminId);
      if (waiting) {
        const [invitationId, { accountIds }] = waiting;
        return withInvitation(roles, invitationId, { accountIds: [...accountIds, accountId] });
      }
      const accountIds = [...(roles.admins[adminId]?.accountIds ?? []), accountId];
      return withAdmin(roles, adminId, { accountIds });
    },
    AccountUnlinked: (roles, { adminId, accountId }) => {
      const { accountIds = [], unlinkedIds = [] } = roles.admins[adminId] ?? {};
      return withAdmin(roles, adminId, {
        accountIds: accountIds.filter((linked) => linked !== accountId),
        unlinkedIds: [...unlinkedIds, accountId],
      });
    },
    // Without the address: snapshots of this state are not encrypted.
    AdminInvited: (roles, { invitationId, email: _, ...invitation }) => ({
      ...roles,
      invitations: {
        ...roles.invitations,
        [invitationId]: {
          ...invitation,
          accountIds: accountIdsOf(invitation.accountId),
          acceptedBy: null,
          isConfirmed: false,
        },
      },
    }),
    InvitationAccepted: (roles, { invitationId, adminId }) =>
      withInvitation(roles, invitationId, { acceptedBy: adminId }),
    InvitationConfirmed: (roles, { invitationId }) =>
      withInvitation(roles, invitationId, { isConfirmed: true }),
    InvitationWithdrawn: (roles, { invitationId }) => withoutInvitation(roles, invitationId),
  },
  decide: {
    AppointAdmin: appointAdmin,
    ChangeAdminRole: changeAdminRole,
    DismissAdmin: dismissAdmin,
    ReinstateAdmin: reinstateAdmin,
    InviteAdmin: invitations.inviteAdmin,
    WithdrawInvitation: invitations.withdrawInvitation,
    AcceptInvitation: invitations.acceptInvitation,
    LinkAccount: linkAccount,
    UnlinkAccounts: unlinkAccounts,
    ConfirmInvitation: invitations.confirmInvitation,
    DismissAccount: invitations.dismissAccount,
  },
});
