import { Req, Body, NotFoundException, Param, ParseUUIDPipe, Res } from '@nestjs/common';
import type { FastifyRequest, FastifyReply } from 'fastify';
import { AdminEntry } from '../http/admin-entry.js';
import { Route, Routes } from '../http/route.js';
import { Maybe, Text, List, Optional, SizedText } from '../../contract/fields.js';
import { ADMIN_ROLES } from '../../domain/admin/admin-role.js';
import { SHORTEST_ADMIN_PASSWORD } from '../../domain/admin/admin.js';
import type { Proof } from '../../domain/admin/proof.js';
import { AccountSession, accountSessionOf } from '../account/sessions.controller.js';
import { IsStrongPassword, LONGEST_TYPED_PASSWORD, newPassword } from '../auth/auth.contract.js';
import { NewDevices } from '../auth/new-devices.js';
import { LoginThrottle } from '../auth/login-throttle.js';
import { AdminSessions } from '../http/admin-sessions.js';
import { AdminUser, Admins } from '../http/admins.js';
import { CurrentAdmin, CurrentProof, OWN_LOGIN } from '../http/current-admin.js';
import { KnownDeviceCookie, usernameName } from '../http/known-device-cookie.js';
import { note } from '../http/security-notes.js';
import { AdminCredentials, TotpOffer } from './admin-credentials.service.js';
import { IdentityRequest, LONGEST_NAME, CODE, CURRENT_PASSWORD } from './admin.contract.js';
import { Reauthentication } from './reauthentication.service.js';

class Entry {
  @Maybe(Text, 'The path of the login page; null for those who may not know of it.')
  readonly login!: string | null;
}

@Routes('back office', 'api/rtm-sys/entry')
export class AdminEntryController {
  constructor(private readonly entry: AdminEntry) {}

  @Route('GET', '', { summary: 'Where admins sign in, for those who may know.', answer: Entry })
  async adminEntry(@Req() request: FastifyRequest): Promise<Entry> {
    const isOpen = await this.entry.isOpenTo(request, () => request.account);
    return { login: isOpen ? this.entry.loginPath : null };
  }
}

class AdminLoginRequest {
  @SizedText({ limit: LONGEST_NAME, message: 'Username is required' }) readonly username!: string;

  @SizedText({ format: 'password', limit: LONGEST_TYPED_PASSWORD, message: 'Password is required' })
  readonly password!: string;

  @Optional(Text, CODE) readonly code?: string;
}

class AdminPasswordRequest {
  @Text(CURRENT_PASSWORD) readonly currentPassword!: string;
  @IsStrongPassword() @Text(newPassword(SHORTEST_ADMIN_PASSWORD)) readonly newPassword!: string;
}

class EnrolTotpRequest {
  @SizedText({ about: 'The offer of the secret.', limit: 300, message: 'Please connect the app again' })
  readonly offer!: string;
  @Text({ ...CODE, about: 'A code that the app shows for this secret.' }) readonly code!: string;
}

class RecoveryCodes {
  @List(Text, 'Each replaces a code of the app, once. They are shown only here.')
  readonly recoveryCodes!: string[];
}

@Routes('back office', 'api/rtm-sys')
export class AdminSessionController {
  constructor(
    private readonly credentials: AdminCredentials,
    private readonly sessions: AdminSessions,
    private readonly pace: LoginThrottle,
    private readonly devices: KnownDeviceCookie,
    private readonly newDevices: NewDevices,
    private readonly admins: Admins,
    private readonly reauthentication: Reauthentication,
  ) {}

  @Route('GET', 'me', {
    ...OWN_LOGIN,
    summary: 'The signed-in admin.',
    answer: AdminUser,
  })
  currentAdmin(@CurrentAdmin() admin: AdminUser): AdminUser {
    return admin;
  }

  @Route('POST', 'login', {
    withoutKey: true,
    limit: 'adminSignIn',
    summary: 'Signs an admin in for 8 hours.',
    description:
      'The code `totp_required` of a 401 asks for the code of the authenticator app, `passkey_required` for a sign-in with a passkey.',
    answer: AdminUser,
    errors: { 401: 'Invalid credentials' },
  })
  async adminLogin(
    @Body() { username, password, code }: AdminLoginRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminUser> {
    note(request, { account: await this.admins.knownId(username) });
    const name = usernameName(username);
    await this.pace.wait(request, reply, name);
    const device = this.devices.idFor(request, name);
    const where = device === null ? 'elsewhere' : { device };
    const login = { username, password, code: code ?? null, takesRecoveryCode: true };
    const admin = await this.sessions.signIn(request, reply, () => this.credentials.signIn(login, where));
    note(request, { account: admin.id });
    await this.newDevices.meetAdmin(request, reply, admin);
    return admin;
  }

  @Route('POST', 'me/confirm', {
    ...OWN_LOGIN,
    withoutKey: true,
    limit: 'password',
    summary: 'Shows once more who is signed in, before an act that matters.',
    description:
      'Calls that matter answer 403 with the code `sign_in_again` if this, or the sign-in, was over 10 minutes ago, or if it was by less than the login has: a password alone replaces neither an app nor a passkey, and a recovery code allows a new app only. For a passkey, ask for a challenge first, as at the sign-in.',
    errors: { 400: 'Password, code or passkey is wrong, or missing.' },
  })
  confirmAdmin(
    @Body() identity: IdentityRequest,
    @CurrentAdmin() admin: AdminUser,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    return this.reauthentication.prove(admin, identity, request, reply, true);
  }

  @Route('POST', 'logout', { withoutKey: true, limit: 'never', summary: 'Signs the admin out.' })
  async adminLogout(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.sessions.end(request, reply);
  }

  @Route('GET', 'sessions', {
    ...OWN_LOGIN,
    summary: "The admin's own sessions, last used first.",
    answer: [AccountSession],
  })
  async listAdminSessions(
    @Req() request: FastifyRequest,
    @CurrentAdmin() { id }: AdminUser,
  ): Promise<AccountSession[]> {
    const sessions = await this.sessions.list(request, id);
    return sessions.map(({ session, isCurrent }) => accountSessionOf(session, isCurrent));
  }

  @Route('DELETE', 'sessions/:id', {
    ...OWN_LOGIN,
    asksAgain: true,
    summary: "Ends one of the admin's own sessions.",
    errors: { 404: 'Session not found' },
  })
  async endAdminSession(
    @Param('id', new ParseUUIDPipe({ exceptionFactory: sessionNotFound })) id: string,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<void> {
    if (!(await this.sessions.endOne(admin.id, id))) throw sessionNotFound();
  }

  @Route('PUT', 'password', {
    ...OWN_LOGIN,
    asksAgain: true,
    limit: 'password',
    summary: 'Sets a new password, and ends all other sessions of the admin.',
  })
  async changeAdminOwnPassword(
    @Body() passwords: AdminPasswordRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @CurrentAdmin() { id }: AdminUser,
    @CurrentProof() proof: Proof,
  ): Promise<void> {
    await this.credentials.changePassword(id, passwords, proof);
    await this.sessions.startAlone(request, reply, id);
  }

  @Route('POST', 'totp/offer', {
    withoutKey: true,
    ...OWN_LOGIN,
    asksAgain: 'newApp',
    summary: 'A new secret to connect an authenticator app with, once and within 10 minutes.',
    answer: TotpOffer,
  })
  offerTotp(@CurrentAdmin() admin: AdminUser): TotpOffer {
    return this.credentials.offer(admin);
  }

  @Route('POST', 'totp', {
    ...OWN_LOGIN,
    asksAgain: 'newApp',
    summary:
      'Connects an authenticator app, in place of the one before, and ends all other sessions of the admin; from then on a sign-in needs its code.',
    answer: RecoveryCodes,
  })
  async enrolTotp(
    @Body() body: EnrolTotpRequest,
    @Req() request: FastifyRequest,
    @CurrentAdmin() { id }: AdminUser,
    @CurrentProof() proof: Proof,
  ): Promise<RecoveryCodes> {
    const recoveryCodes = await this.credentials.enrol(id, body, proof);
    // They have not shown the new factor.
    await this.sessions.endOthers(request, id);
    return { recoveryCodes };
  }

  @Route('POST', 'totp/remove', {
    who: ADMIN_ROLES,
    asksAgain: true,
    summary: 'Disconnects the authenticator app.',
  })
  async removeTotp(@CurrentAdmin() { id }: AdminUser, @CurrentProof() proof: Proof): Promise<void> {
    await this.credentials.disconnect(id, proof);
  }
}

function sessionNotFound(): NotFoundException {
  return new NotFoundException('Session not found');
}
