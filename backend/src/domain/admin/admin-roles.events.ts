import { type EventsOf, event } from '../../kernel/event.js';
import { type TypeOf, id, named, nullable, oneOf, text, time, personal } from '../../kernel/field.js';

/** What an admin may do: content and reports; payments and refunds; everything, people and admins included. */
export const ADMIN_ROLES = ['moderator', 'finance', 'owner'] as const;
export const AdminRole = named('AdminRole', oneOf(...ADMIN_ROLES));
export type AdminRole = TypeOf<typeof AdminRole>;

/** Who is an admin or may become one, in one stream: only there can a rule keep the last owner. */
export const adminRolesEvents = {
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
    { adminId: 'admin', accountId: 'person', invitationId: 'invitation' },
  ),
  /** An admin got another role. */
  AdminRoleChanged: event(
    {
      adminId: id,
      role: AdminRole,
      reason: text,
    },
    '{actor} changed the role of {adminId} to {role|words}.',
    { adminId: 'admin' },
  ),
  /** An admin may no longer sign in. All sessions have ended. */
  AdminDismissed: event(
    {
      adminId: id,
      reason: text,
    },
    '{actor} dismissed {adminId}, which ended all sessions of the login.',
    { adminId: 'admin' },
  ),
  /** An admin who was dismissed may sign in again. */
  AdminReinstated: event(
    {
      adminId: id,
      role: AdminRole,
      reason: text,
    },
    '{actor} let {adminId} sign in again with the role {role|words}.',
    { adminId: 'admin' },
  ),
  /** An owner invited a person to create a login: the person of an account, or the reader of an address. */
  AdminInvited: event(
    {
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
    },
    '{actor} sent {invitationId} to {accountId?an email address} for the role {role|words}, valid until {expiresAt|time}.',
    { invitationId: 'invitation', accountId: 'person', by: 'admin' },
  ),
  /** The login and the account are of the same person: the account has verified the address of the login. */
  AccountLinked: event(
    {
      adminId: id,
      accountId: id,
    },
    '{actor} linked {adminId} to {accountId}, as the email address is the same.',
    { adminId: 'admin', accountId: 'person' },
  ),
  /** Two people agreed that the account is not of the same person. It is not linked to this login again by its address. */
  AccountUnlinked: event(
    {
      adminId: id,
      accountId: id,
      reason: text,
    },
    '{actor} unlinked {adminId} from {accountId}, as two people agreed.',
    { adminId: 'admin', accountId: 'person' },
  ),
  /** An invitation is no longer valid. */
  InvitationWithdrawn: event(
    {
      invitationId: id,
    },
    '{actor} made {invitationId} invalid.',
    { invitationId: 'invitation' },
  ),
  /** A person created a login with the invitation of an owner, which is not confirmed yet. They have no role so far. */
  InvitationAccepted: event(
    {
      invitationId: id,
      adminId: id,
    },
    '{actor} accepted {invitationId} with the new login {adminId}.',
    { invitationId: 'invitation', adminId: 'admin' },
  ),
  /** A second owner confirmed the invitation of an owner, or its delay was over. */
  InvitationConfirmed: event(
    {
      invitationId: id,
    },
    '{actor} confirmed that {invitationId} makes an owner.',
    { invitationId: 'invitation' },
  ),
};

export type AdminRolesEvents = EventsOf<typeof adminRolesEvents>;
