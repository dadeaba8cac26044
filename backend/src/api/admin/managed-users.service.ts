import { Injectable, NotFoundException, ParseUUIDPipe } from '@nestjs/common';
import { Flag, Id, List, Maybe, OneOf, Part, Text, When, Whole, show } from '../../contract/fields.js';
import { ADMIN_ROLES, type AdminRole } from '../../domain/admin/admin-role.js';
import type { AdminRoles } from '../../domain/admin/admin-roles-state.js';
import { Clock } from '../../kernel/clock.js';
import type { Stored } from '../../kernel/document-store.js';
import {
  type AccountDocument,
  type AccountFilters,
  AccountsReader,
  User,
  UserSuspension,
  WithheldPart,
} from '../../projections/accounts/accounts.js';
import { SocialLinks } from '../../projections/accounts/people.js';
import { Accounts } from '../http/accounts.js';
import { Admins } from '../http/admins.js';
import { maskedEmail } from '../http/email-address.js';
import { forAdmins } from '../http/picture-address.js';

/** The id of a person in an address. An id of another kind is one that nobody has. */
export const personId = new ParseUUIDPipe({
  exceptionFactory: () => new NotFoundException('User not found'),
});

class ManagedLogin {
  @Text() readonly adminId!: string;
  @OneOf(ADMIN_ROLES) readonly role!: AdminRole;
  @Flag('A dismissed admin cannot sign in.') readonly isDismissed!: boolean;
}

/** A person with what the back office knows of their login, at `now`. */
export class ManagedUser {
  @Id() readonly id!: string;
  @Text({ about: 'Masked.', example: 'a•••@e•••.org' }) readonly email!: string;
  @Flag() readonly emailVerified!: boolean;
  @Text() readonly anonymousUsername!: string;
  @Maybe(Text) readonly displayUsername!: string | null;
  @Maybe(Text) readonly bio!: string | null;
  @Maybe(Part(() => SocialLinks)) readonly socialLinks!: SocialLinks | null;
  @Maybe(Text, 'For admins: also while it is withheld.') readonly profilePictureUrl!: string | null;
  @Maybe(When, 'When profile or picture last changed.') readonly profileChangedAt!: string | null;
  @List(() => WithheldPart, 'What others do not see of the profile until the person changes it.')
  readonly withheld!: readonly WithheldPart[];
  @When() readonly createdAt!: string;
  @Maybe(Part(() => UserSuspension), 'Null if its end is over.') readonly suspension!: UserSuspension | null;
  @Whole('How many strikes were not undone.') readonly strikes!: number;
  @Maybe(When) readonly deletionDueAt!: string | null;
  @Flag('Whether the person sees the link to the back office.') readonly isAdmin!: boolean;
  @Maybe(Part(() => ManagedLogin), 'The login of the back office.') readonly login!: ManagedLogin | null;
  @Maybe(When, 'Until when the person may accept an invitation to the back office.')
  readonly invitedUntil!: string | null;

  constructor(
    user: User,
    { strikes, profileChangedAt }: Pick<AccountDocument, 'strikes' | 'profileChangedAt'>,
    { admins, invitations }: AdminRoles,
    now: Date,
  ) {
    const logins = Object.entries(admins).filter(([, { accountIds }]) => accountIds.includes(user.id));
    const [adminId, login] = logins.find(([, { isDismissed }]) => !isDismissed) ?? logins.at(-1) ?? [];
    const invitation = Object.values(invitations).find(({ accountId }) => accountId === user.id);
    const { suspension } = user;
    const isOver = suspension !== null && suspension.endsAt !== null && new Date(suspension.endsAt) <= now;
    const isInvited = invitation !== undefined && now < new Date(invitation.expiresAt);
    show<ManagedUser>(this, {
      ...user,
      email: maskedEmail(user.email),
      profilePictureUrl: forAdmins(user.profilePictureUrl),
      profileChangedAt,
      suspension: isOver ? null : suspension,
      strikes,
      login: adminId && login ? { adminId, role: login.role, isDismissed: login.isDismissed } : null,
      invitedUntil: isInvited ? invitation.expiresAt : null,
    });
  }
}

@Injectable()
export class ManagedUsers {
  constructor(
    private readonly accounts: Accounts,
    private readonly reader: AccountsReader,
    private readonly admins: Admins,
    private readonly clock: Clock,
  ) {}

  /** A person, read from the stream. @throws Rejected (notFound) */
  async one(accountId: string): Promise<ManagedUser> {
    const user = await this.accounts.present(accountId);
    const state = await this.accounts.state(accountId);
    const known = { strikes: state?.strikes.length ?? 0, profileChangedAt: state?.profileChangedAt ?? null };
    return new ManagedUser(user, known, await this.admins.roles(), this.clock.now());
  }

  /** Those who pass all filters, for `answerList`, with the addresses as `shownAs` has them. */
  list(filters: AccountFilters, isNewestFirst: boolean, shownAs = maskedEmail) {
    const now = this.clock.now();
    const shown = async (rows: readonly Stored<AccountDocument>[]): Promise<ManagedUser[]> => {
      const roles = await this.admins.roles();
      return rows.map((row) => ({
        ...new ManagedUser(new User(row), row, roles, now),
        email: shownAs(row.email),
      }));
    };
    return { list: this.reader.list(filters, isNewestFirst, now), shown };
  }
}
