import type { Catalogue } from '../../kernel/event.js';

/** What an admin may do: content and reports; payments and refunds; everything, people and admins included. */
export const ADMIN_ROLES = ['moderator', 'finance', 'owner'] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

/** Who is an admin or may become one, in one stream: only there can a rule keep the last owner. */
export interface AdminRolesEvents {
  /** A login got its role. */
  AdminAppointed: {
    adminId: string;
    role: AdminRole;
    /** The account of the person on the site, if the invitation went to one. */
    accountId: string | null;
    /** The invitation that was accepted with it, which is used up; null for a login that an operator created. */
    invitationId: string | null;
  };
  /** An admin got another role. */
  AdminRoleChanged: { adminId: string; role: AdminRole; reason: string };
  /** An admin may no longer sign in. All sessions have ended. */
  AdminDismissed: { adminId: string; reason: string };
  /** An admin who was dismissed may sign in again. */
  AdminReinstated: { adminId: string; role: AdminRole; reason: string };
  /** An owner invited a person to create a login: the person of an account, or the reader of an address. */
  AdminInvited: {
    invitationId: string;
    role: AdminRole;
    accountId: string | null;
    /** Null if the invitation goes to the address of an account. */
    email: string | null;
    /** The owner who invited. Their key encrypts the address: the person invited has none yet. */
    by: string;
    /** The SHA-256 hash of the mailed token. */
    tokenHash: string;
    /** ISO 8601; from then on the token is invalid. */
    expiresAt: string;
  };
  /** The login and the account are of the same person: the account has verified the address of the login. */
  AccountLinked: { adminId: string; accountId: string };
  /** Two people agreed that the account is not of the same person. It is not linked to this login again by its address. */
  AccountUnlinked: { adminId: string; accountId: string; reason: string };
  /** An invitation is no longer valid. */
  InvitationWithdrawn: { invitationId: string };
  /** A person created a login with the invitation of an owner, which is not confirmed yet. They have no role so far. */
  InvitationAccepted: { invitationId: string; adminId: string };
  /** A second owner confirmed the invitation of an owner, or its delay was over. */
  InvitationConfirmed: { invitationId: string };
}

export const adminRolesEvents: Catalogue<AdminRolesEvents> = {
  AdminAppointed: {
    version: 1,
    trail: {
      says: '{actor} gave {adminId} the role {role|words}.',
      about: { adminId: 'admin', accountId: 'person', invitationId: 'invitation' },
    },
  },
  AdminRoleChanged: {
    version: 1,
    trail: { says: '{actor} changed the role of {adminId} to {role|words}.', about: { adminId: 'admin' } },
  },
  AdminDismissed: {
    version: 1,
    trail: {
      says: '{actor} dismissed {adminId}, which ended all sessions of the login.',
      about: { adminId: 'admin' },
    },
  },
  AdminReinstated: {
    version: 1,
    trail: {
      says: '{actor} let {adminId} sign in again with the role {role|words}.',
      about: { adminId: 'admin' },
    },
  },
  AdminInvited: {
    version: 1,
    personal: { subject: 'by', fields: ['email'] },
    trail: {
      says: '{actor} sent {invitationId} to {accountId?an email address} for the role {role|words}, valid until {expiresAt|time}.',
      about: { invitationId: 'invitation', accountId: 'person', by: 'admin' },
    },
  },
  AccountLinked: {
    version: 1,
    trail: {
      says: '{actor} linked {adminId} to {accountId}, as the email address is the same.',
      about: { adminId: 'admin', accountId: 'person' },
    },
  },
  AccountUnlinked: {
    version: 1,
    trail: {
      says: '{actor} unlinked {adminId} from {accountId}, as two people agreed.',
      about: { adminId: 'admin', accountId: 'person' },
    },
  },
  InvitationWithdrawn: {
    version: 1,
    trail: { says: '{actor} made {invitationId} invalid.', about: { invitationId: 'invitation' } },
  },
  InvitationAccepted: {
    version: 1,
    trail: {
      says: '{actor} accepted {invitationId} with the new login {adminId}.',
      about: { invitationId: 'invitation', adminId: 'admin' },
    },
  },
  InvitationConfirmed: {
    version: 1,
    trail: {
      says: '{actor} confirmed that {invitationId} makes an owner.',
      about: { invitationId: 'invitation' },
    },
  },
};
