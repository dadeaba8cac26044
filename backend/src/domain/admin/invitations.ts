import { type Evolve, Rejected, type Rules } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { type DataOf, id, nullable, personal, text, time } from '../../kernel/field.js';
import { AdminRole } from './admin-role.js';
import {
  type AdminRoles,
  type Invitation,
  accountIdsOf,
  existing,
  releaseOwner,
  withoutInvitation,
} from './admin-roles-state.js';
import { type AppointmentChange, type appointmentEvents, withAdmin } from './appointments.js';
import { refuseSelf } from './person.js';

/** Invitations to the back office, and the accounts that logins belong to. */

const invited = {
  invitationId: id,
  role: AdminRole,
  accountId: nullable(id),
  /** Null if the invitation goes to the address of an account. */
  email: personal('by', text),
  /** The owner who invited. Their key encrypts the address: the person invited has none yet. */
  by: id,
  /** The SHA-256 hash of the mailed token. */
  tokenHash: id,
  /** ISO 8601; from then on the token is invalid. */
  expiresAt: time,
};
const link = { adminId: id, accountId: id };
const about = { invitationId: 'invitation' };
const aboutLink = { adminId: 'admin', accountId: 'person' };

export const invitationEvents = {
  /** An owner invited a person to create a login: the person of an account, or the reader of an address. */
  AdminInvited: event(
    invited,
    '{actor} sent {invitationId} to {accountId?an email address} for the role {role|words}, valid until {expiresAt|time}.',
    { ...about, accountId: 'person', by: 'admin' },
  ),
  /** The login and the account are of the same person: the account has verified the address of the login. */
  AccountLinked: event(
    link,
    '{actor} linked {adminId} to {accountId}, as the email address is the same.',
    aboutLink,
  ),
  /** Two people agreed that the account is not of the same person. It is not linked to this login again by its address. */
  AccountUnlinked: event(
    { ...link, reason: text },
    '{actor} unlinked {adminId} from {accountId}, as two people agreed.',
    aboutLink,
  ),
  /** An invitation is no longer valid. */
  InvitationWithdrawn: event({ invitationId: id }, '{actor} made {invitationId} invalid.', about),
  /** A person created a login with the invitation of an owner, which is not confirmed yet. They have no role so far. */
  InvitationAccepted: event(
    { invitationId: id, adminId: id },
    '{actor} accepted {invitationId} with the new login {adminId}.',
    { ...about, adminId: 'admin' },
  ),
  /** A second owner confirmed the invitation of an owner, or its delay was over. */
  InvitationConfirmed: event(
    { invitationId: id },
    '{actor} confirmed that {invitationId} makes an owner.',
    about,
  ),
};

export const invitationFolds = {
  AccountLinked(roles, { adminId, accountId }) {
    const waiting = waitingIn(roles, adminId);
    if (waiting) {
      const [invitationId, { accountIds }] = waiting;
      return withInvitation(roles, invitationId, { accountIds: [...accountIds, accountId] });
    }
    const accountIds = [...(roles.admins[adminId]?.accountIds ?? []), accountId];
    return withAdmin(roles, adminId, { accountIds });
  },
  AccountUnlinked(roles, { adminId, accountId }) {
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
} satisfies Evolve<AdminRoles, typeof invitationEvents>;

/** The message for an invitation that is unknown, expired, withdrawn or used. */
export const INVALID_INVITATION = 'This invitation is not valid any more. Please ask for a new one.';

export interface OfInvitation {
  readonly invitationId: string;
}

export interface Acceptance extends OfInvitation {
  readonly tokenHash: string;
  readonly adminId: string;
  readonly now: string;
}

export interface AccountDismissal extends Omit<AppointmentChange, 'adminId'> {
  readonly accountId: string;
}

export const invitationRules = {
  /** Invite a person to create a login, at `now` (ISO 8601). An account has one open invitation or login at most. */
  InviteAdmin({ now, ...data }: DataOf<typeof invited> & { readonly now: string }, { admins, invitations }) {
    const { accountId, invitationId } = data;
    if (invitations[invitationId]) return [];
    if (accountId === null) return [{ type: 'AdminInvited', data }];
    const hasLogin = Object.values(admins).some(
      (one) => one.accountIds.includes(accountId) && !one.isDismissed,
    );
    const earlier = invitationsOf(accountId, invitations);
    const isOpen = earlier.some(([, { expiresAt, acceptedBy }]) => acceptedBy !== null || now < expiresAt);
    if (hasLogin || isOpen) return [];
    return [...earlier.map(([known]) => withdrawn(known)), { type: 'AdminInvited', data }];
  },
  /** Make an invitation invalid. */
  WithdrawInvitation: ({ invitationId }: OfInvitation, { invitations }) =>
    invitations[invitationId] ? [withdrawn(invitationId)] : [],
  /**
   * Appoint the login that a person creates with the hash of the mailed token, at `now` (ISO 8601). An owner's waits until the
   * invitation is confirmed.
   */
  AcceptInvitation({ invitationId, tokenHash, adminId, now }: Acceptance, { admins, invitations }) {
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
  },
  /** Confirm an invitation of an owner, after a second owner has, at `now` (ISO 8601). */
  ConfirmInvitation({ invitationId, now }: OfInvitation & { readonly now: string }, { admins, invitations }) {
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
  },
  /** Link a login to the account that has verified its address, unless they were unlinked. */
  LinkAccount(data: DataOf<typeof link>, roles) {
    const waiting = waitingIn(roles, data.adminId)?.[1];
    const { accountIds, unlinkedIds } = waiting
      ? { ...waiting, unlinkedIds: [] }
      : existing(roles, data.adminId);
    const isKnown = [...accountIds, ...unlinkedIds].includes(data.accountId);
    return isKnown ? [] : [{ type: 'AccountLinked', data }];
  },
  /** Unlink a login from its accounts. It must be `isConfirmed` by a second owner. */
  UnlinkAccounts({ adminId, reason, isConfirmed = false }: Omit<AppointmentChange, 'by'>, roles) {
    const { accountIds } = existing(roles, adminId);
    if (!isConfirmed) {
      throw new Rejected('conflict', 'A login is unlinked only if a second owner confirms it.');
    }
    return accountIds.map((accountId) => ({ type: 'AccountUnlinked', data: { adminId, accountId, reason } }));
  },
  /** Dismiss the logins of an account and withdraw its invitations. An owner's only if it `isConfirmed`, as above. */
  DismissAccount({ accountId, by, reason, isConfirmed = false }: AccountDismissal, roles) {
    const serving = Object.entries(roles.admins).filter(
      ([, one]) => one.accountIds.includes(accountId) && !one.isDismissed,
    );
    const leaving = serving.map(([adminId]) => adminId);
    for (const adminId of leaving) refuseSelf(roles, adminId, by);
    if (serving.some(([, { role }]) => role === 'owner')) releaseOwner(roles, leaving, isConfirmed);
    return [
      ...invitationsOf(accountId, roles.invitations).map(([known]) => withdrawn(known)),
      ...leaving.map((adminId) => ({ type: 'AdminDismissed', data: { adminId, reason } }) as const),
    ];
  },
} satisfies Rules<AdminRoles, typeof invitationEvents & typeof appointmentEvents>;

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

/** The accepted invitation of a login that waits until it is confirmed, with its id. */
function waitingIn(roles: AdminRoles, adminId: string) {
  return Object.entries(roles.invitations).find(([, { acceptedBy }]) => acceptedBy === adminId);
}

function withInvitation(roles: AdminRoles, invitationId: string, change: Partial<Invitation>): AdminRoles {
  const known = roles.invitations[invitationId];
  if (!known) return roles;
  return { ...roles, invitations: { ...roles.invitations, [invitationId]: { ...known, ...change } } };
}
