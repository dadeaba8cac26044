import { Flag, Id, Maybe, OneOf, Part, Text, When, Whole } from '../../contract/fields.js';
import { ADMIN_ROLES, type AdminRole } from '../../domain/admin/admin-roles.events.js';
import type { AdminRoles } from '../../domain/admin/admin-roles-state.js';
import { type User, UserSuspension } from '../../projections/accounts/accounts.reader.js';

class ManagedLogin {
  @Text() readonly adminId!: string;
  @OneOf(ADMIN_ROLES) readonly role!: AdminRole;
  @Flag('A dismissed admin cannot sign in.') readonly isDismissed!: boolean;
}

/** A person of the site, as admins see them. */
export class ManagedUser {
  @Id() readonly id!: string;
  @Text({ format: 'email' }) readonly email!: string;
  @Flag() readonly emailVerified!: boolean;
  @Text() readonly anonymousUsername!: string;
  @Maybe(Text) readonly displayUsername!: string | null;
  @Maybe(Text) readonly profilePictureUrl!: string | null;
  @When() readonly createdAt!: string;
  @Maybe(Part(() => UserSuspension), 'Null if its end is over.') readonly suspension!: UserSuspension | null;
  @Whole('How many strikes were not undone.') readonly strikes!: number;
  @Maybe(When) readonly deletionDueAt!: string | null;
  @Flag('Whether the person sees the link to the back office.') readonly isAdmin!: boolean;
  @Maybe(Part(() => ManagedLogin), 'The login of the back office.') readonly login!: ManagedLogin | null;
  @Maybe(When, 'Until when the person may accept an invitation to the back office.')
  readonly invitedUntil!: string | null;
}

/** A person with what the back office knows of their login, at `now`. */
export function managedUser(
  user: User,
  strikes: number,
  { admins, invitations }: AdminRoles,
  now: Date,
): ManagedUser {
  const logins = Object.entries(admins).filter(([, { accountId }]) => accountId === user.id);
  const [adminId, login] = logins.find(([, { isDismissed }]) => !isDismissed) ?? logins.at(-1) ?? [];
  const invitation = Object.values(invitations).find(({ accountId }) => accountId === user.id);
  const { suspension } = user;
  const isOver = suspension !== null && suspension.endsAt !== null && new Date(suspension.endsAt) <= now;
  const isInvited = invitation !== undefined && now < new Date(invitation.expiresAt);
  return {
    id: user.id,
    email: user.email,
    emailVerified: user.emailVerified,
    anonymousUsername: user.anonymousUsername,
    displayUsername: user.displayUsername,
    profilePictureUrl: user.profilePictureUrl,
    createdAt: user.createdAt,
    suspension: isOver ? null : suspension,
    strikes,
    deletionDueAt: user.deletionDueAt,
    isAdmin: user.isAdmin,
    login: adminId && login ? { adminId, role: login.role, isDismissed: login.isDismissed } : null,
    invitedUntil: isInvited ? invitation.expiresAt : null,
  };
}
