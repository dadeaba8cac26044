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
  AdminAppointed: { version: 1 },
  AdminRoleChanged: { version: 1 },
  AdminDismissed: { version: 1 },
  AdminReinstated: { version: 1 },
  AdminInvited: { version: 1, personal: { subject: 'by', fields: ['email'] } },
  AccountLinked: { version: 1 },
  AccountUnlinked: { version: 1 },
  InvitationWithdrawn: { version: 1 },
  InvitationAccepted: { version: 1 },
  InvitationConfirmed: { version: 1 },
};
