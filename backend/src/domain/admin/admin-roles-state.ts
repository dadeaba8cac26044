import { Rejected } from '../../kernel/aggregate.js';
import type { Actor } from '../../kernel/event.js';
import type { AdminRole } from './admin-role.js';

/** The role of an admin, and whether they may sign in. */
export interface Appointment {
  readonly role: AdminRole;
  readonly isDismissed: boolean;
  /** Since when they have been an owner without a break, ISO 8601; null for another role. Void once they are dismissed. */
  readonly ownerSince: string | null;
  /** The accounts of the person on the site, oldest first. More than one if an account was deleted and registered again. */
  readonly accountIds: readonly string[];
  /** The accounts that were unlinked. */
  readonly unlinkedIds: readonly string[];
  /** The invitation that was accepted; null for a login that an operator created. */
  readonly invitationId: string | null;
}

/** An invitation that has not led to a role and was not withdrawn. It may have expired. */
export interface Invitation {
  readonly role: AdminRole;
  /** The account of the person invited; null if it goes to the reader of an address. */
  readonly accountId: string | null;
  /** The owner who invited. */
  readonly by: string;
  /** The SHA-256 hash of the mailed token. */
  readonly tokenHash: string;
  /** ISO 8601; from then on the token is invalid. */
  readonly expiresAt: string;
  /** The account that it goes to, and those that have verified the address of the login that waits. */
  readonly accountIds: readonly string[];
  /** The login that waits until the invitation is confirmed; null if nobody has accepted it. */
  readonly acceptedBy: string | null;
  /** Whether a second owner has confirmed it. Only invitations of owners need that. */
  readonly isConfirmed: boolean;
}

/** All admins by id, dismissed ones included, and the invitations by id. */
export interface AdminRoles {
  readonly admins: Readonly<Record<string, Appointment>>;
  readonly invitations: Readonly<Record<string, Invitation>>;
}

export const noAdmins: AdminRoles = { admins: {}, invitations: {} };

/** An admin as the cause of events, with the role that they have now. */
export function actingAdmin({ admins }: AdminRoles, id: string): Actor {
  const role = admins[id]?.role;
  return { kind: 'admin', id, ...(role !== undefined && { role }) };
}

/** @throws Rejected (notFound) for an unknown admin */
export function existing({ admins }: AdminRoles, adminId: string): Appointment {
  const appointment = admins[adminId];
  if (!appointment) throw new Rejected('notFound', 'Admin not found');
  return appointment;
}

/** @throws Rejected (conflict) for a new owner whom no second owner has confirmed */
export function requireConfirmed(role: AdminRole, isConfirmed: boolean): void {
  if (role === 'owner' && !isConfirmed) {
    throw new Rejected('conflict', 'An admin becomes an owner only if a second owner confirms it.');
  }
}

/** @throws Rejected (conflict) if no owner stays, or if no second owner has confirmed it */
export function releaseOwner({ admins }: AdminRoles, leaving: readonly string[], isConfirmed: boolean): void {
  const stays = Object.entries(admins).some(
    ([adminId, { role, isDismissed }]) => !leaving.includes(adminId) && role === 'owner' && !isDismissed,
  );
  if (!stays) throw new Rejected('conflict', 'The last owner cannot be revoked.');
  if (!isConfirmed) throw new Rejected('conflict', 'An owner leaves only if a second owner confirms it.');
}

export function withoutInvitation(roles: AdminRoles, invitationId: string): AdminRoles {
  const { [invitationId]: _, ...left } = roles.invitations;
  return { ...roles, invitations: left };
}

export const accountIdsOf = (accountId: string | null) => (accountId === null ? [] : [accountId]);
