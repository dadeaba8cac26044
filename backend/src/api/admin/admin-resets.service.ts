import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AdminRoles } from '../../domain/admin/admin-roles.js';
import { Admin, INVALID_RESET } from '../../domain/admin/admin.js';
import { NOBODY } from '../../domain/admin/person.js';
import { Rejected } from '../../kernel/aggregate.js';
import { isRepetition } from '../../kernel/causation.js';
import { Clock, Ids } from '../../kernel/clock.js';
import { NewPasswords } from '../auth/passwords.js';
import { AdminEntry } from '../http/admin-entry.js';
import { AdminSessions } from '../http/admin-sessions.js';
import { Admins } from '../http/admins.js';
import { Site } from '../../site/site.js';

const LIFE_MS = 24 * 60 * 60_000;
const SECRET_BYTES = 32;
/** The id of the login and a secret. */
const TOKEN = /^([0-9a-f]{64})\.[A-Za-z0-9_-]{43}$/;

/** What operators do about logins in a terminal, which stands above the rules for two people. */
@Injectable()
export class AdminResets {
  constructor(
    private readonly commands: CommandBus,
    private readonly admins: Admins,
    private readonly sessions: AdminSessions,
    private readonly passwords: NewPasswords,
    private readonly entry: AdminEntry,
    private readonly site: Site,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Dismisses an admin at once. @throws Rejected for an unknown one, and for the last owner */
  async dismiss(username: string): Promise<void> {
    const adminId = await this.idOf(username);
    const reason = 'Dismissed in a terminal.';
    await this.commands.execute(AdminRoles.DismissAdmin({ adminId, by: NOBODY, reason, isConfirmed: true }));
    await this.sessions.endAll(adminId);
  }

  /**
   * Ends the sessions of an admin, and removes app and passkeys. Returns a link that sets a new password, once and within 24
   * hours: only its path while the address of the site is not known.
   * @throws Rejected for an unknown or dismissed one
   */
  async reset(username: string): Promise<string> {
    const adminId = await this.idOf(username);
    const isDismissed = (await this.admins.user(adminId))?.isDismissed ?? false;
    if (isDismissed) throw new Rejected('conflict', 'This admin is dismissed.');
    const token = `${adminId}.${this.ids.secret(SECRET_BYTES)}`;
    const expiresAt = new Date(this.clock.now().getTime() + LIFE_MS).toISOString();
    await this.commands.execute(Admin.ResetAdmin({ adminId, tokenHash: hash('sha256', token), expiresAt }));
    await this.sessions.endAll(adminId);
    const path = `${this.entry.loginPath}?reset=${token}`;
    return this.site.publicHost === null ? path : `${this.site.publicUrl}${path}`;
  }

  /**
   * Sets the password of the admin whose login was reset.
   * @throws Rejected (invalid) for an invalid token; InvalidRequestException for a password that is easy to guess
   */
  async setPassword(token: string, password: string): Promise<void> {
    const adminId = TOKEN.exec(token)?.[1];
    if (!adminId) throw new Rejected('invalid', INVALID_RESET);
    const tokenHash = hash('sha256', token);
    const admin = await this.admins.present(adminId);
    // The aggregate checks this too, but what is wrong with a password would tell strangers the address.
    const isUsed = admin?.reset?.tokenHash !== tokenHash && !isRepetition();
    if (!admin || isUsed) throw new Rejected('invalid', INVALID_RESET);
    const { username, email } = admin.created;
    const passwordHash = await this.passwords.hash('password', password, { email, names: [username] });
    const now = this.clock.now().toISOString();
    await this.commands.execute(Admin.SetNewAdminPassword({ adminId, tokenHash, passwordHash, now }));
  }

  private async idOf(username: string): Promise<string> {
    const adminId = this.admins.idOf(username);
    if (!(await this.admins.user(adminId))) throw new Rejected('notFound', `There is no admin ${username}.`);
    return adminId;
  }
}
