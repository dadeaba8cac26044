import { Flag, List, Maybe, OneOf, Text, When, Whole } from '../../contract/fields.js';
import { Injectable } from '@nestjs/common';
import { Admin } from '../../domain/admin/admin.js';
import type { Admin as State } from '../../domain/admin/admin-state.js';
import { ALL_ADMINS, AdminRoles } from '../../domain/admin/admin-roles.js';
import {
  type AdminRoles as Roles,
  type Appointment,
  actingAdmin,
} from '../../domain/admin/admin-roles-state.js';
import { ADMIN_ROLES, type AdminRole } from '../../domain/admin/admin-role.js';
import { type Person, type isPerson, personOf } from '../../domain/admin/person.js';
import { type Proof, type Proven, provenBy } from '../../domain/admin/proof.js';
import { ServerSecret } from '../../infrastructure/sessions/server-secret.js';
import type { Actor } from '../../kernel/event.js';
import { States } from '../../kernel/states.js';
import { unlessUndecodable, unreadable } from '../../kernel/undecodable.js';

/** How the back office treats its own logins. */
export class AdminPolicy {
  /** @param requiresTotp whether every admin needs an authenticator app or a passkey */
  constructor(readonly requiresTotp: boolean) {}
}

/** A login of the back office, as admins see it, and its person. */
export class AdminUser implements Person {
  declare readonly [isPerson]: true;
  @Text() readonly id!: string;
  @Text() readonly username!: string;
  @Maybe(Text, 'Where notices to this admin go. Masked for other admins.') readonly email!: string | null;
  @OneOf(ADMIN_ROLES) readonly role!: AdminRole;
  @List(Text, 'The accounts of the same person on the site, as far as they are known.')
  readonly accountIds!: readonly string[];
  @List(Text, 'The logins of the same person, this one included.') readonly loginIds!: readonly string[];
  @Flag('Whether a sign-in needs a code of an authenticator app.') readonly hasTotp!: boolean;
  @Flag(
    'Whether an authenticator app must be connected, or a passkey added, before anything else is allowed.',
  )
  readonly mustEnrolTotp!: boolean;
  @Whole('How many recovery codes are left.') readonly recoveryCodesLeft!: number;
  @Whole('How many passkeys can sign in.') readonly passkeys!: number;
  @Flag('A dismissed admin cannot sign in.') readonly isDismissed!: boolean;
  @Flag('An owner who accepted an invitation cannot sign in before a second owner has confirmed it.')
  readonly isWaiting!: boolean;
  @Maybe(When, 'The last sign-in.') readonly signedInAt!: string | null;
}

/** An admin whose personal fields can be decrypted. */
export type PresentAdmin = State & {
  readonly created: { readonly username: string; readonly email: string | null };
  readonly passwordHash: string;
};

/** A login with a role, or one that gets it once the invitation of an owner is confirmed. */
interface FoundAdmin {
  readonly state: PresentAdmin;
  readonly appointment: Pick<Appointment, 'role' | 'isDismissed'>;
  readonly person: Person;
  readonly isWaiting: boolean;
}

/** Reads admins from their streams: a view that is behind can neither admit nor hide one. */
@Injectable()
export class Admins {
  constructor(
    private readonly states: States,
    private readonly secret: ServerSecret,
    private readonly policy: AdminPolicy,
  ) {}

  /** The id of the login with this username, whether or not it exists. Case does not matter. */
  idOf(username: string): string {
    return this.secret.hmac('admin', normaliseUsername(username)).toString('hex');
  }

  /** The id of the login with this username; null if there is none. */
  async knownId(username: string): Promise<string | null> {
    const adminId = this.idOf(username);
    return (await this.isTaken(adminId)) ? adminId : null;
  }

  /** The credentials of an admin, who may be dismissed, waiting or reset; null if the id is unknown. */
  async present(adminId: string): Promise<PresentAdmin | null> {
    return (await this.find(adminId))?.state ?? null;
  }

  /** The credentials of an admin who may sign in, else null. */
  async serving(adminId: string): Promise<PresentAdmin | null> {
    const found = await this.find(adminId);
    return found && maySignIn(found) ? found.state : null;
  }

  /** The admin of a session that started at `signedInAt`, and what its proof allows; null if it has ended meanwhile. */
  async signedIn(
    adminId: string,
    signedInAt: Date,
    proof: Proof | null,
  ): Promise<{ readonly admin: AdminUser; readonly proven: Proven } | null> {
    const found = await this.find(adminId);
    if (!found || !maySignIn(found)) return null;
    const { passwordSetAt } = found.state;
    if (passwordSetAt !== null && signedInAt < new Date(passwordSetAt)) return null;
    const proven = proof ? provenBy(proof, found.state) : 'nothing';
    return { admin: this.userOf(found), proven };
  }

  /** The password of a login that waits for a second owner; null for every other one. */
  async waiting(adminId: string): Promise<string | null> {
    const found = await this.find(adminId);
    return found?.isWaiting ? found.state.passwordHash : null;
  }

  /** An admin, dismissed, waiting or neither; null if the id is unknown. */
  async user(adminId: string): Promise<AdminUser | null> {
    const found = await this.find(adminId);
    return found && this.userOf(found);
  }

  /** The username of an admin; null for an unknown one, and for one that can't be read at the moment. To show it only. */
  async nameOf(adminId: string): Promise<string | null> {
    const user = await unlessUndecodable(this.user(adminId), () => null);
    return user?.username ?? null;
  }

  /** All admins by name, dismissed ones last. In place of the name of one that can't be read stands why. */
  async all(): Promise<AdminUser[]> {
    const roles = await this.roles();
    const users = await Promise.all(
      Object.entries(roles.admins).map(([adminId, { role, isDismissed }]) =>
        unlessUndecodable(this.user(adminId), (event) => ({
          ...UNREAD,
          ...personOf(adminId, roles),
          username: unreadable(event),
          role,
          isDismissed,
        })),
      ),
    );
    return users
      .filter((user) => user !== null)
      .toSorted(
        (one, other) =>
          Number(one.isDismissed) - Number(other.isDismissed) || one.username.localeCompare(other.username),
      );
  }

  /** The roles of all admins, and the open invitations. */
  roles(): Promise<Roles> {
    return this.states.of(AdminRoles, ALL_ADMINS);
  }

  /** The admin as the cause of events, before they have a session. */
  async actor(adminId: string): Promise<Actor> {
    return actingAdmin(await this.roles(), adminId);
  }

  /** Whether a login has or had this id, also one without a role or of a deleted person. */
  async isTaken(adminId: string): Promise<boolean> {
    return (await this.states.of(Admin, adminId)).created !== null;
  }

  private async find(adminId: string): Promise<FoundAdmin | null> {
    const [state, roles] = await Promise.all([this.states.of(Admin, adminId), this.roles()]);
    if (!isPresent(state)) return null;
    const appointment = roles.admins[adminId];
    const person = personOf(adminId, roles);
    if (appointment) return { state, appointment, person, isWaiting: false };
    const accepted = Object.values(roles.invitations).find(({ acceptedBy }) => acceptedBy === adminId);
    return accepted
      ? { state, appointment: { ...accepted, isDismissed: false }, person, isWaiting: true }
      : null;
  }

  private userOf({ state, appointment: { role, isDismissed }, person, isWaiting }: FoundAdmin): AdminUser {
    return {
      ...person,
      username: state.created.username,
      email: state.created.email,
      role,
      hasTotp: state.totp !== null,
      mustEnrolTotp: this.policy.requiresTotp && state.totp === null && state.passkeys.length === 0,
      recoveryCodesLeft: state.totp?.recoveryHashes.length ?? 0,
      passkeys: state.passkeys.length,
      isDismissed,
      isWaiting,
      signedInAt: state.signedInAt,
    };
  }
}

/** What is not known of an admin whose stream can't be read. */
const UNREAD = {
  email: null,
  hasTotp: false,
  mustEnrolTotp: false,
  recoveryCodesLeft: 0,
  passkeys: 0,
  isWaiting: false,
  signedInAt: null,
} as const;

function maySignIn({ state, appointment, isWaiting }: FoundAdmin): boolean {
  return !appointment.isDismissed && !isWaiting && state.reset === null;
}

/** The form in which usernames are compared. */
export function normaliseUsername(username: string): string {
  return username.trim().toLowerCase();
}

/** Once the key is destroyed, the encrypted fields are null. */
function isPresent(state: State): state is PresentAdmin {
  return state.created !== null && state.created.username !== null && state.passwordHash !== null;
}
