import { Rejected } from '../../kernel/aggregate.js';
import type * as commands from './admin-roles.commands.js';
import { type AdminRoles, type Decision, type Invitation, releaseOwner } from './admin-roles-state.js';
import { refuseSelf } from './person.js';

/** Decisions about invitations to the back office, and about the logins that belong to an account. */

/** The message for an invitation that is unknown, expired, withdrawn or used. */
export const INVALID_INVITATION = 'This invitation is not valid any more. Please ask for a new one.';

export const inviteAdmin = (
  { now, ...invitation }: commands.InviteAdmin,
  { admins, invitations }: AdminRoles,
): Decision => {
  const { accountId, invitationId } = invitation;
  if (invitations[invitationId]) return [];
  if (accountId === null) return [{ type: 'AdminInvited', data: invitation }];
  const hasLogin = Object.values(admins).some(
    (one) => one.accountIds.includes(accountId) && !one.isDismissed,
  );
  const earlier = invitationsOf(accountId, invitations);
  const isOpen = earlier.some(([, { expiresAt, acceptedBy }]) => acceptedBy !== null || now < expiresAt);
  if (hasLogin || isOpen) return [];
  return [...earlier.map(([id]) => withdrawn(id)), { type: 'AdminInvited', data: invitation }];
};

export const withdrawInvitation = (
  { invitationId }: commands.WithdrawInvitation,
  { invitations }: AdminRoles,
): Decision => (invitations[invitationId] ? [withdrawn(invitationId)] : []);

export const acceptInvitation = (
  { invitationId, tokenHash, adminId, now }: commands.AcceptInvitation,
  { admins, invitations }: AdminRoles,
): Decision => {
  // Repeated after a crash, before the login got its password.
  if (admins[adminId]?.invitationId === invitationId) return [];
  const invitation = invitations[invitationId];
  if (invitation?.acceptedBy === adminId) return [];
  if (!invitation || invitation.acceptedBy !== null || invitation.tokenHash !== tokenHash) throw invalid();
  if (now >= invitation.expiresAt) throw invalid();
  const isWaiting = Object.values(invitations).some(({ acceptedBy }) => acceptedBy === adminId);
  if (admins[adminId] || isWaiting) throw new Rejected('conflict', 'This username is taken.');
  return invitation.role === 'owner' && !invitation.isConfirmed
    ? [{ type: 'InvitationAccepted', data: { invitationId, adminId } }]
    : [appointed(adminId, invitationId, invitation)];
};

export const confirmInvitation = (
  { invitationId, now }: commands.ConfirmInvitation,
  { admins, invitations }: AdminRoles,
): Decision => {
  if (Object.values(admins).some((admin) => admin.invitationId === invitationId)) return [];
  const invitation = invitations[invitationId];
  if (invitation?.isConfirmed) return [];
  if (!invitation) throw new Rejected('conflict', 'The invitation was withdrawn.');
  const { acceptedBy, expiresAt } = invitation;
  if (acceptedBy === null && now >= expiresAt) {
    throw new Rejected('conflict', 'Nobody accepted the invitation in time.');
  }
  const confirmed = { type: 'InvitationConfirmed', data: { invitationId } } as const;
  return acceptedBy === null ? [confirmed] : [confirmed, appointed(acceptedBy, invitationId, invitation)];
};

export const dismissAccount = (
  { accountId, by, reason, isConfirmed = false }: commands.DismissAccount,
  roles: AdminRoles,
): Decision => {
  const serving = Object.entries(roles.admins).filter(
    ([, one]) => one.accountIds.includes(accountId) && !one.isDismissed,
  );
  const leaving = serving.map(([adminId]) => adminId);
  for (const adminId of leaving) refuseSelf(roles, adminId, by);
  if (serving.some(([, { role }]) => role === 'owner')) releaseOwner(roles, leaving, isConfirmed);
  return [
    ...invitationsOf(accountId, roles.invitations).map(([id]) => withdrawn(id)),
    ...leaving.map((adminId) => ({ type: 'AdminDismissed', data: { adminId, reason } }) as const),
  ];
};

function invitationsOf(accountId: string, invitations: AdminRoles['invitations']) {
  return Object.entries(invitations).filter(([, invitation]) => invitation.accountIds.includes(accountId));
}

function appointed(adminId: string, invitationId: string, { role, accountId }: Invitation) {
  return { type: 'AdminAppointed', data: { adminId, role, accountId, invitationId } } as const;
}

function invalid(): Rejected {
  return new Rejected('invalid', INVALID_INVITATION);
}

function withdrawn(invitationId: string) {
  return { type: 'InvitationWithdrawn', data: { invitationId } } as const;
}
