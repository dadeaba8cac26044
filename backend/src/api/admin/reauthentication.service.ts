import { BadRequestException, HttpException, Injectable, UnauthorizedException } from '@nestjs/common';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdminSessions, type ProvenAdmin } from '../http/admin-sessions.js';
import type { AdminUser } from '../http/admins.js';
import { AdminCredentials, type AdminLogin } from './admin-credentials.service.js';
import type { IdentityRequest } from './admin.contract.js';
import { PasskeyChallenges, RelyingParties } from './passkey-challenges.js';
import { Passkeys } from './passkeys.service.js';

/** Lets a signed-in admin show once more who they are, before an act that matters. */
@Injectable()
export class Reauthentication {
  constructor(
    private readonly credentials: AdminCredentials,
    private readonly passkeys: Passkeys,
    private readonly challenges: PasskeyChallenges,
    private readonly parties: RelyingParties,
    private readonly sessions: AdminSessions,
  ) {}

  /**
   * Checks a passkey, or the password and the code of an app if one is connected. A password alone does not replace a
   * passkey. From then on the session is as fresh as a new one, by this proof.
   * @throws BadRequestException, with the code `totp_required` or `passkey_required` if only the second factor is missing
   */
  async prove(
    admin: AdminUser,
    { currentPassword, code, response }: IdentityRequest,
    request: FastifyRequest,
    reply: FastifyReply,
    takesRecoveryCode = false,
  ): Promise<void> {
    if (!response && !currentPassword) {
      throw new BadRequestException('Please enter your password, or use a passkey.');
    }
    const { username } = admin;
    const login = { username, password: currentPassword ?? '', code: code ?? null, takesRecoveryCode };
    const proven = await (
      response ? this.provePasskey(admin, response, request, reply) : this.provePassword(admin, login)
    ).catch((error: unknown) => {
      // 401 would say that the session has ended.
      throw error instanceof UnauthorizedException ? asBadRequest(error) : error;
    });
    await this.sessions.signInAgain(request, reply, proven);
  }

  private async provePassword(admin: AdminUser, login: AdminLogin): Promise<ProvenAdmin> {
    if (!admin.hasTotp && admin.passkeys > 0) {
      throw new BadRequestException({ code: 'passkey_required', message: 'Please use your passkey.' });
    }
    return this.credentials.signIn(login, 'session');
  }

  private async provePasskey(
    admin: AdminUser,
    response: object,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<ProvenAdmin> {
    const party = this.parties.of(request);
    const taken = await this.challenges.take(request, reply, 'sign-in');
    if (!taken)
      throw new BadRequestException('This took too long, or was answered already. Please try again.');
    const answered = { response: response as AuthenticationResponseJSON, challenge: taken.challenge, party };
    const proven = await this.passkeys.signIn(answered);
    if (proven.admin.id !== admin.id) throw new BadRequestException('This is the passkey of another login.');
    return proven;
  }
}

function asBadRequest(error: HttpException): BadRequestException {
  return new BadRequestException(error.getResponse());
}
