import type { AdminRole, AdminRolesEvents } from './admin-roles.events.js';
import type { Person } from './person.js';

/** Give a new login its role. */
export type AppointAdmin = { adminId: string; role: AdminRole };

/**
 * Give an admin another role. `by` is the admin who decides it. From and to the role of an owner only if it `isConfirmed` by
 * a second one.
 */
export type ChangeAdminRole = {
  adminId: string;
  role: AdminRole;
  by: Person;
  reason: string;
  isConfirmed?: boolean;
};

/** Keep an admin from signing in. An owner only if it `isConfirmed`, as above. */
export type DismissAdmin = {
  adminId: string;
  by: Person;
  reason: string;
  isConfirmed?: boolean;
};

/** Let a dismissed admin sign in again, with the role from before. An owner only if it `isConfirmed`, as above. */
export type ReinstateAdmin = {
  adminId: string;
  by: Person;
  reason: string;
  isConfirmed?: boolean;
};

/** Invite a person to create a login, at `now` (ISO 8601). An account has one open invitation or login at most. */
export type InviteAdmin = AdminRolesEvents['AdminInvited'] & { now: string };

/** Make an invitation invalid. */
export type WithdrawInvitation = AdminRolesEvents['InvitationWithdrawn'];

/**
 * Appoint the login that a person creates with the hash of the mailed token, at `now` (ISO 8601). An owner's waits until the
 * invitation is confirmed.
 */
export type AcceptInvitation = {
  invitationId: string;
  tokenHash: string;
  adminId: string;
  now: string;
};

/** Link a login to the account that has verified its address, unless they were unlinked. */
export type LinkAccount = AdminRolesEvents['AccountLinked'];

/** Unlink a login from its accounts. It must be `isConfirmed` by a second owner. */
export type UnlinkAccounts = { adminId: string; reason: string; isConfirmed?: boolean };

/** Confirm an invitation of an owner, after a second owner has, at `now` (ISO 8601). */
export type ConfirmInvitation = { invitationId: string; now: string };

/** Dismiss the logins of an account and withdraw its invitations. An owner's only if it `isConfirmed`, as above. */
export type DismissAccount = {
  accountId: string;
  by: Person;
  reason: string;
  isConfirmed?: boolean;
};
