import { Injectable, UnauthorizedException } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Text } from '../../contract/fields.js';
import type { AdminRole } from '../../domain/admin/admin-role.js';
import { AdminRoles } from '../../domain/admin/admin-roles.js';
import { type SecondFactor, CODE_USED } from '../../domain/admin/admin-state.js';
import { Admin, SHORTEST_ADMIN_PASSWORD } from '../../domain/admin/admin.js';
import type { Proof } from '../../domain/admin/proof.js';
import { ServerSecret } from '../../infrastructure/sessions/server-secret.js';
import { Rejected } from '../../kernel/aggregate.js';
import { actAs, asIfNew } from '../../kernel/causation.js';
import { Clock, Ids } from '../../kernel/clock.js';
import { LONGEST_PASSWORD } from '../auth/auth.contract.js';
import { NewPasswords, Passwords } from '../auth/passwords.js';
import { AccountLinks } from '../http/account-links.js';
import type { ProvenAdmin } from '../http/admin-sessions.js';
import { AdminPolicy, type AdminUser, Admins, type PresentAdmin } from '../http/admins.js';
import {
  type CodeOrigin,
  CodeTries,
  enrolmentAddress,
  recoveryCodes,
  recoveryOf,
  stepOf,
  TotpOffers,
} from './second-factor.js';

/** What an authenticator app needs. */
export class TotpOffer {
  @Text('In Base32, to type into the app.') readonly secret!: string;
  @Text('The same as an `otpauth:` address, for a QR code.') readonly address!: string;
  @Text('Send it with the first code of the app, within 10 minutes.') readonly offer!: string;
}

const NAME = /^[\w.-]{3,64}$/;

export interface NewLogin {
  readonly username: string;
  /** Where notices go. */
  readonly email: string | null;
  readonly password: string;
}

/** What an admin types to sign in; no code before it is asked for. */
export interface AdminLogin {
  readonly username: string;
  readonly password: string;
  readonly code: string | null;
  /** Whether a recovery code does in place of a code of the app. */
  readonly takesRecoveryCode: boolean;
}

@Injectable()
export class AdminCredentials {
  constructor(
    private readonly commands: CommandBus,
    private readonly admins: Admins,
    private readonly passwords: Passwords,
    private readonly newPasswords: NewPasswords,
    private readonly policy: AdminPolicy,
    private readonly tries: CodeTries,
    private readonly secret: ServerSecret,
    private readonly offers: TotpOffers,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly links: AccountLinks,
  ) {}

  /**
   * Creates a login with a role. Repeating it after a crash completes it.
   * @throws Rejected if the name is taken or not one, or the password has not the right length; InvalidRequestException for
   * one that is easy to guess
   */
  async create(login: NewLogin & { readonly role: AdminRole }): Promise<string> {
    const adminId = this.idFor(login);
    if (await this.admins.isTaken(adminId)) throw taken();
    const passwordHash = await this.hashOf(login);
    await this.commands.execute(AdminRoles.AppointAdmin({ adminId, role: login.role }));
    await this.setUp(adminId, login, passwordHash);
    return adminId;
  }

  /**
   * Creates the login of a person to whom `appoint` gives a role. The role comes first: so of two people who choose the same
   * name at the same time, the one without the role sets no password. Repeating it after a crash completes it.
   * @throws Rejected as {@link create}
   */
  async createAppointed(login: NewLogin, appoint: (adminId: string) => Promise<void>): Promise<AdminUser> {
    const adminId = this.idFor(login);
    if (await this.admins.isTaken(adminId)) throw taken();
    const passwordHash = await this.hashOf(login);
    await appoint(adminId);
    await this.setUp(adminId, login, passwordHash);
    const user = await this.admins.user(adminId);
    if (!user) throw new Rejected('notFound', 'Admin not found');
    return user;
  }

  /**
   * Checks username, password and code, and uses up the code.
   * @param where whose tries at codes count
   * @throws UnauthorizedException, with the code `totp_required` or `passkey_required` if only the second factor is missing
   */
  async signIn(
    { username, password, code, takesRecoveryCode }: AdminLogin,
    where: CodeOrigin,
  ): Promise<ProvenAdmin> {
    const adminId = this.admins.idOf(username);
    const admin = await this.admins.serving(adminId);
    const hash = admin?.passwordHash ?? (await this.admins.waiting(adminId));
    if (!(await this.passwords.fits(password, hash))) throw invalidCredentials();
    if (!admin) throw unconfirmed();
    if (admin.totp && !code?.trim()) throw codeRequired();
    const { changes } = admin;
    const isRequired = this.policy.requiresTotp;
    if (isRequired && !admin.totp && admin.passkeys.length > 0) throw passkeyRequired();
    const factor = await actAs(await this.admins.actor(adminId), async () => {
      const shown = await this.factor(adminId, admin, code ?? '', where);
      if (shown.kind === 'recovery' && !takesRecoveryCode) throw new Rejected('invalid', NO_RECOVERY_CODE);
      const passwordHash = await this.renewed(adminId, password, admin.passwordHash);
      await this.commands.execute(
        Admin.SignInAdmin({ adminId, passwordHash, factor: shown, changes, isRequired }),
      );
      return shown;
    }).catch((error: unknown) => {
      throw error instanceof Rejected ? new UnauthorizedException(error.message) : error;
    });
    const user = await this.admins.user(adminId);
    if (!user) throw invalidCredentials();
    return { admin: user, proof: { factor, changes } };
  }

  /** @throws Rejected (invalid) if the current password is wrong */
  async changePassword(
    adminId: string,
    { currentPassword, newPassword }: { readonly currentPassword: string; readonly newPassword: string },
    proof: Proof,
  ): Promise<void> {
    const currentHash = await this.checked(adminId, currentPassword);
    const { created } = (await this.admins.serving(adminId)) ?? {};
    const known = { email: created?.email ?? null, names: [created?.username ?? null] };
    const passwordHash = await this.newPasswords.hash('newPassword', newPassword, known);
    await this.commands.execute(Admin.ChangeAdminPassword({ adminId, currentHash, passwordHash, proof }));
  }

  /** A new secret to connect an authenticator app with. Nothing is stored before {@link enrol}. */
  offer({ id, username }: AdminUser): TotpOffer {
    const { secret, offer } = this.offers.make(id);
    return { secret, address: enrolmentAddress(secret, username), offer };
  }

  /**
   * Connects an authenticator app that shows the right code for an offer. A wrong code does not use the offer up. Returns the
   * recovery codes, which are shown once.
   */
  async enrol(
    adminId: string,
    { offer, code }: { readonly offer: string; readonly code: string },
    proof: Proof,
  ): Promise<string[]> {
    const secret = this.offers.secretOf(adminId, offer);
    const found = stepOf(secret, code, this.clock.now());
    if (!found) throw wrongCode();
    if (found.isNear) throw wrongClock();
    const { step } = found;
    await this.offers.use(secret);
    const { codes, hashes } = recoveryCodes((bytes) => this.ids.secret(bytes), this.recoveryHash(adminId));
    // The recovery codes are not stored: those of an earlier attempt are lost with its answer.
    await asIfNew(() =>
      this.commands.execute(Admin.EnrolTotp({ adminId, secret, recoveryHashes: hashes, step, proof })),
    );
    return codes;
  }

  /** Disconnects the authenticator app. */
  async disconnect(adminId: string, proof: Proof): Promise<void> {
    const isRequired = this.policy.requiresTotp;
    await this.commands.execute(Admin.RemoveTotp({ adminId, proof, isRequired }));
  }

  /** @throws Rejected (invalid) for an invalid name or password */
  private idFor({ username, password }: NewLogin): string {
    if (!NAME.test(username)) {
      throw new Rejected('invalid', 'A username has 3 to 64 letters, digits, dots, hyphens and underscores.');
    }
    const { length } = [...password.normalize('NFC')];
    if (length < SHORTEST_ADMIN_PASSWORD) {
      throw new Rejected('invalid', `Password must be at least ${SHORTEST_ADMIN_PASSWORD} characters`);
    }
    if (length > LONGEST_PASSWORD) {
      throw new Rejected('invalid', `Password must be at most ${LONGEST_PASSWORD} characters`);
    }
    return this.admins.idOf(username);
  }

  private hashOf({ username, email, password }: NewLogin): Promise<string> {
    return this.newPasswords.hash('password', password, { email, names: [username] });
  }

  private async setUp(adminId: string, { username, email }: NewLogin, passwordHash: string): Promise<void> {
    await this.commands.execute(Admin.CreateAdmin({ adminId, username, email, passwordHash }));
    await this.links.link(adminId, email, []);
  }

  /** What the code proves. @throws Rejected (invalid) if it is wrong; HttpException (429) after too many */
  private async factor(
    adminId: string,
    { totp }: PresentAdmin,
    code: string,
    where: CodeOrigin,
  ): Promise<SecondFactor> {
    if (!totp) return { kind: 'none' };
    const { secret, recoveryHashes } = totp;
    const now = this.clock.now();
    const factor = await this.tries.count(adminId, where, now, async (): Promise<SecondFactor | null> => {
      const found = secret === null ? null : stepOf(secret, code, now);
      if (secret === null || !found) return recoveryOf(recoveryHashes, code, this.recoveryHash(adminId));
      const { step, isNear } = found;
      if (isNear) {
        await this.tries.burn({ adminId, secret, step }, now);
        throw wrongClock();
      }
      if (await this.tries.isBurnt({ adminId, secret, step }, now)) throw new Rejected('invalid', CODE_USED);
      return { kind: 'totp', step };
    });
    if (!factor) throw wrongCode();
    return factor;
  }

  private recoveryHash(adminId: string) {
    return (code: string) => this.secret.hmac('recovery-code', adminId, code).toString('hex');
  }

  /** The hash of a password that was just checked; replaces one from before passwords were normalised. */
  private renewed(adminId: string, password: string, currentHash: string): Promise<string> {
    return this.passwords.renew(password, currentHash, async (passwordHash) => {
      // A repetition of the request may find it renewed.
      await asIfNew(() =>
        this.commands.execute(Admin.RenewAdminPasswordHash({ adminId, currentHash, passwordHash })),
      );
      return (await this.admins.serving(adminId))?.passwordHash ?? null;
    });
  }

  /** The hash of the password. @throws Rejected (invalid) if it is wrong */
  private async checked(adminId: string, password: string): Promise<string> {
    const admin = await this.admins.serving(adminId);
    const fits = await this.passwords.fits(password, admin?.passwordHash ?? null);
    if (!admin || !fits) throw new Rejected('invalid', 'Current password is incorrect');
    return this.renewed(adminId, password, admin.passwordHash);
  }
}

function taken(): Rejected {
  return new Rejected('conflict', 'This username is taken.');
}

function invalidCredentials(): UnauthorizedException {
  return new UnauthorizedException('Invalid credentials');
}

function unconfirmed(): UnauthorizedException {
  return new UnauthorizedException({
    code: 'owner_unconfirmed',
    message: 'Another owner has to confirm your invitation first.',
  });
}

function codeRequired(): UnauthorizedException {
  return new UnauthorizedException({
    code: 'totp_required',
    message: 'Please enter the code of your authenticator app.',
  });
}

function passkeyRequired(): UnauthorizedException {
  return new UnauthorizedException({
    code: 'passkey_required',
    message: 'Please sign in with your passkey.',
  });
}

function wrongCode(): Rejected {
  return new Rejected('invalid', 'This code is not valid.');
}

function wrongClock(): Rejected {
  return new Rejected(
    'invalid',
    'This code is for another time. Please check the clock of your phone, then wait for the next code.',
  );
}

const NO_RECOVERY_CODE =
  'A recovery code only signs in and connects a new authenticator app. Please use a code of the app or a passkey.';
