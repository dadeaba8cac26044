import { Body, Req, Res, UnauthorizedException } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OneOf, Text } from '../../contract/fields.js';
import { Account } from '../../domain/account/account.js';
import { INVALID_RESET } from '../../domain/account/credentials.js';
import { isRepetition, actAs } from '../../kernel/causation.js';
import { Accounts } from '../http/accounts.js';
import { type Account as SignedIn, CurrentAccount } from '../http/current-account.js';
import { KnownDeviceCookie } from '../http/known-device-cookie.js';
import { Route, Routes } from '../http/route.js';
import { note } from '../http/security-notes.js';
import { Sessions } from '../http/sessions.js';
import { InvalidRequestException } from '../http/validation.js';
import { Message, KNOWN_PASSWORD, WithEmail, IsStrongPassword, newPassword } from './auth.contract.js';
import { CurrentPassword } from './credentials.service.js';
import { NewPasswords, Passwords, knownAs } from './passwords.js';
import { Rejected } from '../../kernel/aggregate.js';
import { Clock, Ids } from '../../kernel/clock.js';
import { EmailHashes } from '../http/email-address.js';
import { Logins } from './logins.service.js';
import { ResetTokens } from '../../site/mailed-tokens.js';
import { AnswerTime } from './answer-time.js';
import { Verifications, isGone } from './verification.service.js';

class ConfirmUserRequest {
  @Text(KNOWN_PASSWORD) readonly password!: string;
}

class ForgotPasswordRequest extends WithEmail {}

class ResetPasswordRequest {
  @Text({ max: 200, filled: true, message: 'No reset token provided', tooLong: INVALID_RESET })
  readonly token!: string;

  @IsStrongPassword() @Text(newPassword()) readonly password!: string;
}

class UpdatePasswordRequest {
  @Text(KNOWN_PASSWORD) readonly currentPassword!: string;
  @IsStrongPassword() @Text(newPassword()) readonly newPassword!: string;
}

class PasswordSet {
  @OneOf([true]) readonly success!: true;
}

const HOUR_MS = 60 * 60 * 1000;

@Routes('auth', 'api/auth')
export class PasswordController {
  constructor(
    private readonly current: CurrentPassword,
    private readonly passwords: Passwords,
    private readonly newPasswords: NewPasswords,
    private readonly sessions: Sessions,
    private readonly commands: CommandBus,
    private readonly accounts: Accounts,
    private readonly devices: KnownDeviceCookie,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly hashes: EmailHashes,
    private readonly logins: Logins,
    private readonly tokens: ResetTokens,
    private readonly answerTime: AnswerTime,
    private readonly verifications: Verifications,
  ) {}

  @Route('POST', 'forgot-password', {
    limit: 'reset',
    summary: 'Mails a password reset link, if an account has the address.',
    description:
      'To the account that has verified it, else to the newest one that was registered with it. The response and its time are the same whether or not an account exists.',
    answer: Message,
    errors: { 400: '' },
  })
  async forgotPassword(
    @Body() { email }: ForgotPasswordRequest,
    @Req() request: FastifyRequest,
  ): Promise<Message> {
    let found: string | null = null;
    await this.answerTime.fill(async () => {
      const { verified, unverified } = await this.logins.of(this.hashes.of(email));
      const accountId = (verified ?? unverified[0])?.accountId;
      if (accountId === undefined) return;
      found = accountId;
      const resetId = this.ids.uuid();
      const tokenHash = this.tokens.hashOf(accountId, resetId);
      const expiresAt = new Date(this.clock.now().getTime() + HOUR_MS).toISOString();
      try {
        await this.commands.execute(
          Account.RequestPasswordReset({ accountId, reset: { resetId, tokenHash, expiresAt } }),
        );
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    });
    note(request, { account: found });
    return { message: 'If an account exists, a password reset email has been sent.' };
  }

  @Route('POST', 'reset-password', {
    summary: 'Sets the password with the token of a reset link, once.',
    description: 'Verifies the address, if it is not. Ends all sessions of the account and starts none.',
    answer: PasswordSet,
    errors: {
      400: 'The token is invalid, used or expired; or the password is too weak.',
      409: 'Another account has verified the address meanwhile.',
    },
  })
  async resetPassword(
    @Body() { token, password }: ResetPasswordRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PasswordSet> {
    const link = this.tokens.requestOf(token);
    if (!link) throw new Rejected('invalid', INVALID_RESET);
    const { accountId, requestId: resetId } = link;
    const state = await this.accounts.state(accountId);
    // The aggregate checks this too, but a used link must not cause the work of hashing a password.
    const isUsed = state?.reset?.resetId !== resetId && !isRepetition();
    if (!state || isUsed) throw new Rejected('invalid', INVALID_RESET);
    const tokenHash = this.tokens.hashOf(accountId, resetId);
    const passwordHash = await this.newPasswords.hash('password', password, knownAs(state));
    const now = this.clock.now().toISOString();
    const shown = Account.ResetPassword({ accountId, resetId, tokenHash, passwordHash, now });
    if (state.verifiedAt !== null) {
      await actAs({ kind: 'user', id: accountId }, () => this.commands.execute(shown));
    } else {
      const { registered, reset } = state;
      const isValid = reset?.resetId === resetId && now < reset.expiresAt;
      await this.verifications.verify(shown, registered.emailHash, isValid);
    }
    await this.sessions.endAll(accountId);
    note(request, { account: accountId });
    // The person who opened the mail is not slowed down by the wrong passwords of others.
    this.devices.remember(request, reply, await this.accounts.present(accountId));
    return { success: true };
  }

  @Route('PUT', 'update-password', {
    who: 'signedIn',
    limit: 'password',
    summary: 'Changes the password, and ends all other sessions.',
    answer: PasswordSet,
    errors: { 400: 'The current password is wrong, or the new one is the same' },
  })
  async updatePassword(
    @Body() passwords: UpdatePasswordRequest,
    @CurrentAccount() account: SignedIn,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PasswordSet> {
    const { id: accountId } = account;
    const passwordHash = await this.change(account, passwords);
    const tokenHash = await this.sessions.startAlone(request, reply, accountId);
    await this.requireUnchanged(accountId, passwordHash, () => this.sessions.revoke(tokenHash));
    return { success: true };
  }

  @Route('POST', 'me/confirm', {
    who: 'signedIn',
    withoutKey: true,
    limit: 'password',
    summary: 'Shows once more who is signed in, before sessions are ended.',
    description:
      'Calls that need this answer 403 with the code `sign_in_again` if this, or the sign-in, was over 10 minutes ago.',
    errors: { 400: 'Current password is incorrect' },
  })
  async confirmUser(
    @Body() { password }: ConfirmUserRequest,
    @CurrentAccount() { id }: SignedIn,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const passwordHash = await this.current.check(id, password);
    await this.sessions.renew(request);
    await this.requireUnchanged(id, passwordHash, () => this.sessions.end(request, reply));
  }

  /** Changes a password and returns the hash of the new one. A repeated request may find it changed. */
  private async change(
    { id: accountId, email, anonymousUsername, displayUsername }: SignedIn,
    { currentPassword, newPassword: chosen }: UpdatePasswordRequest,
  ): Promise<string> {
    const known = isRepetition() ? await this.accounts.passwordHash(accountId) : null;
    if (known !== null && (await this.passwords.fits(chosen, known))) return known;
    const currentHash = await this.current.check(accountId, currentPassword, 'currentPassword');
    if (await this.passwords.fits(chosen, currentHash)) {
      throw new InvalidRequestException({
        newPassword: ['Please choose another password than the current one'],
      });
    }
    const names = [anonymousUsername, displayUsername];
    const passwordHash = await this.newPasswords.hash('newPassword', chosen, { email, names });
    await this.commands.execute(Account.ChangePassword({ accountId, currentHash, passwordHash }));
    return passwordHash;
  }

  /** A password reset may have changed it meanwhile, and ended all sessions before this one began or was renewed. */
  private async requireUnchanged(
    accountId: string,
    passwordHash: string,
    end: () => Promise<void>,
  ): Promise<void> {
    if ((await this.accounts.passwordHash(accountId)) === passwordHash) return;
    await end();
    throw new UnauthorizedException('Please log in to continue.');
  }
}
