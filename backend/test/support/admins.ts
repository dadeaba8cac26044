import { generateSync } from 'otplib';
import { AdminCredentials } from '../../src/api/admin/admin-credentials.service.js';
import { Admin } from '../../src/domain/admin/admin.js';
import { AdminRoles } from '../../src/domain/admin/admin-roles.js';
import type { AdminRole } from '../../src/domain/admin/admin-role.js';
import type { Proof } from '../../src/domain/admin/proof.js';
import { causedBy } from '../../src/kernel/causation.js';
import type { SentMail } from '../../src/infrastructure/mail/mail-box.port.js';
import type { AppInUse, RunningApp } from './app.js';
import { ADMIN_PASSWORD, type Desk } from './desk.js';
import { send } from './posts.js';
import { someone } from './roles.js';

/** A secret of an authenticator app. */
export const TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** Creates a login for the back office, as the operator's command does, but mails nobody. Returns its id. */
export function newAdmin(
  app: RunningApp,
  username: string,
  role: AdminRole,
  email: string | null = null,
): Promise<string> {
  const actor = { kind: 'system', id: 'test' } as const;
  return causedBy({ actor, requestId: null, correlationId: 'c1', causationId: 'c1' }, () =>
    app.server
      .get(AdminCredentials, { strict: false })
      .create({ username, email, password: ADMIN_PASSWORD, role }),
  );
}

/** Gives an admin another role, as after two owners have decided it. */
export async function giveRole(app: RunningApp, adminId: string | undefined, role: AdminRole): Promise<void> {
  const change = { adminId: adminId ?? '', role, by: someone(), reason: 'New duties.', isConfirmed: true };
  await send(app, AdminRoles.ChangeAdminRole(change));
}

/** Lets owners be owners for long enough to confirm acts. Sessions have ended by then. */
export function letOwnersAge({ clock }: RunningApp): void {
  clock.advance(24 * 60 * 60_000);
}

/** A browser in which an admin has signed in. @throws Error if the sign-in fails */
export async function signedInAdmin(
  app: RunningApp,
  username: string,
  password = ADMIN_PASSWORD,
  desk = app.desk(),
): Promise<Desk> {
  const { status } = await desk.signIn(username, { password });
  if (status !== 200) throw new Error(`the sign-in of ${username} was answered with ${status}`);
  return desk;
}

/** The token in the link of a mailed invitation. @throws Error when it has none */
export function invitationIn(mail: SentMail | undefined): string {
  const token = /\?invitation=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error(`there is no invitation in the mail "${mail?.subject}"`);
  return token;
}

/** Connects an authenticator app to a login that has had none. */
export async function enrolled(app: RunningApp, adminId: string): Promise<void> {
  const proof = { factor: { kind: 'none' }, changes: 0 } as const;
  await send(app, Admin.EnrolTotp({ adminId, secret: TOTP_SECRET, recoveryHashes: [], step: 0, proof }));
}

/** The proof in a session of an admin who has signed in with the password, and with the code of the app that was enrolled. */
export function proofOf({ hasApp }: { readonly hasApp: boolean }): string {
  const proof: Proof = hasApp
    ? { factor: { kind: 'totp', step: 0 }, changes: 1 }
    : { factor: { kind: 'none' }, changes: 0 };
  return JSON.stringify(proof);
}

/** The code that an authenticator app shows at a time. */
export function codeAt(secret: string, at: Date): string {
  return generateSync({ secret, epoch: Math.floor(at.getTime() / 1000) });
}

/** A browser in which a new admin is signed in to the back office. */
export async function adminBrowser(
  app: RunningApp,
  username: string,
  role: AdminRole = 'moderator',
): Promise<Desk> {
  await newAdmin(app, username, role);
  return signedInAdmin(app, username);
}

/** A new admin who has signed in to the back office by the time the tests run. */
export function useAdmin(
  app: AppInUse,
  username: string,
  role: AdminRole = 'moderator',
  email: string | null = null,
): Desk {
  const desk = app.desk();
  app.onStart(async () => {
    desk.cookies.clear();
    await newAdmin(app, username, role, email);
    await signedInAdmin(app, username, ADMIN_PASSWORD, desk);
  });
  return desk;
}
