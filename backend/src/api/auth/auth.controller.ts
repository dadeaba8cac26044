import { Body, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CommandBus } from '@nestjs/cqrs';
import { Flag, Omissible, Text } from '../../contract/fields.js';
import { User } from '../../projections/accounts/accounts.js';
import { Accounts } from '../http/accounts.js';
import { AnonymousUploadCookie } from '../http/anonymous-upload-cookie.js';
import { type Account as SignedIn, CurrentAccount } from '../http/current-account.js';
import { KnownDeviceCookie } from '../http/known-device-cookie.js';
import { ForAnyAccount } from '../http/other-account.guard.js';
import { Route, Routes } from '../http/route.js';
import { Sessions } from '../http/sessions.js';
import {
  IsStrongPassword,
  KNOWN_PASSWORD,
  LoginRequest,
  Message,
  WithEmail,
  WithNewEmail,
  newPassword,
} from './auth.contract.js';
import { CheckedLogin, CredentialsGuard, InvalidCredentialsError } from './credentials.service.js';
import type { Login } from './logins.service.js';
import { NewDevices } from './new-devices.js';
import { RegisteredCookie, Registration } from './registration.service.js';
import { Verifications } from './verification.service.js';
import { Account } from '../../domain/account/account.js';
import { ALREADY_VERIFIED } from '../../domain/account/registration.js';
import { Email } from '../../domain/account/email.js';
import { Registrations } from '../../domain/account/registrations.js';
import { Rejected } from '../../kernel/aggregate.js';
import { normaliseEmail, EmailHashes } from '../http/email-address.js';
import { InvalidRequestException } from '../http/validation.js';
import { AnswerTime } from './answer-time.js';

class RegisterRequest extends WithNewEmail {
  @IsStrongPassword() @Text(newPassword()) readonly password!: string;
}

/**
 * The token of a verification link. The browser that registered sends nothing else; others send the password of the
 * account, or a new one.
 */
class VerifyEmailRequest {
  @Text({ max: 200, filled: true, message: 'No verification token provided', tooLong: 'Verification failed' })
  readonly token!: string;

  @Omissible(Text, { about: 'The password of the account.', ...KNOWN_PASSWORD }) readonly password?: string;

  @IsStrongPassword()
  @Omissible(Text, {
    about: 'For a person who does not know the password. Ends all other sessions of the account.',
    ...newPassword(),
  })
  readonly newPassword?: string;

  @Omissible(Flag, {
    about: 'Whether to sign out of the account that this browser is signed in to, if it is another one.',
    message: 'Please send true or false',
  })
  readonly replaceSession?: boolean;
}

class ResendVerificationRequest extends WithEmail {}

/** The right address of an unverified account. */
class ChangeEmailRequest extends WithNewEmail {}

@Routes('auth', 'api/auth')
export class AuthController {
  constructor(
    private readonly registration: Registration,
    private readonly verifications: Verifications,
    private readonly sessions: Sessions,
    private readonly claims: AnonymousUploadCookie,
    private readonly accounts: Accounts,
    private readonly registered: RegisteredCookie,
    private readonly devices: KnownDeviceCookie,
    private readonly newDevices: NewDevices,
    private readonly commands: CommandBus,
    private readonly hashes: EmailHashes,
    private readonly answerTime: AnswerTime,
  ) {}

  @Route('GET', 'me', { who: 'signedIn', summary: 'The signed-in user.', answer: User })
  @ForAnyAccount()
  me(@CurrentAccount() account: SignedIn): User {
    return account;
  }

  @Route('POST', 'register', {
    limit: 'register',
    summary: 'Creates an account and signs in; sends a mail with a verification link.',
    description:
      'The response is the same whether or not the address has an account: only verification reserves an address.',
    status: 201,
    answer: User,
    errors: { 400: '' },
  })
  async register(
    @Body() { email, password }: RegisterRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<User> {
    const { photoIds } = this.claims.read(request, null);
    const accountId = await this.registration.register(email, password, photoIds);
    this.registered.write(reply, accountId);
    await this.sessions.start(request, reply, accountId);
    return this.accounts.present(accountId);
  }

  @Route('POST', 'login', {
    withoutKey: true,
    limit: 'signIn',
    summary: 'Signs in and starts a new session.',
    answer: User,
    errors: { 400: '', 401: 'Invalid email or password' },
  })
  @UseGuards(CredentialsGuard)
  @ApiBody({ type: LoginRequest })
  async login(
    @CheckedLogin() { accountId, passwordHash }: Login,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<User> {
    const tokenHash = await this.sessions.start(request, reply, accountId);
    // The password may have changed while this one was checked.
    if ((await this.accounts.passwordHash(accountId)) !== passwordHash) {
      await this.sessions.revoke(tokenHash);
      throw new InvalidCredentialsError(accountId);
    }
    const user = await this.accounts.present(accountId);
    await this.newDevices.meet(request, reply, user);
    return user;
  }

  @Route('POST', 'logout', { withoutKey: true, limit: 'never', summary: 'Signs out.' })
  async logout(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.sessions.end(request, reply);
  }

  @Route('POST', 'verify-email', {
    limit: 'verification',
    summary: 'Verifies the address with the token of a verification link, once, and signs in.',
    description:
      'Without a password only in the browser that registered or is signed in to the account. A new password ends all other sessions.',
    answer: User,
    errors: {
      400: 'The token is invalid, used or expired, or the password is wrong.',
      403: 'password_required: send the password, or a new one.',
      409: 'Another account has verified this address. other_session: the browser is signed in to another account.',
    },
  })
  async verifyEmail(
    @Body() { token, ...entered }: VerifyEmailRequest,
    @CurrentAccount() account: SignedIn | null,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<User> {
    const registeredHere = this.registered.read(request);
    const accountId = await this.verifications.accept(token, {
      ...entered,
      signedIn: account,
      registeredHere,
    });
    if (registeredHere === accountId) this.registered.clear(reply);
    if (entered.newPassword !== undefined) await this.sessions.startAlone(request, reply, accountId);
    else await this.sessions.start(request, reply, accountId);
    const user = await this.accounts.present(accountId);
    this.devices.remember(request, reply, user);
    return user;
  }

  /** Like a registration, it does not check whether another account has the address: verification decides. */
  @Route('PUT', 'email', {
    who: 'signedInNotSuspended',
    limit: 'reset',
    summary: 'Corrects the address of an unverified account; sends a mail with a verification link.',
    description:
      'Earlier links are invalid. The response and its time are the same whether or not another account has the address.',
    answer: User,
    errors: { 400: '', 409: 'The address of the account is verified.' },
  })
  async changeEmail(
    @Body() { email }: ChangeEmailRequest,
    @CurrentAccount() { id: accountId, email: former, emailVerified }: SignedIn,
  ): Promise<User> {
    // The aggregate checks this too, but then the new address would have an entry.
    if (emailVerified) throw new Rejected('conflict', ALREADY_VERIFIED);
    const [emailHash, formerHash] = [this.hashes.of(email), this.hashes.of(normaliseEmail(former))];
    if (emailHash === formerHash) {
      throw new InvalidRequestException({ email: ['This is your email address already'] });
    }
    await this.answerTime.fill(async () => {
      // The entry first, as in a registration: without it the account could not sign in with the new address.
      await this.commands.execute(Registrations.OpenRegistration({ emailHash, accountId }));
      const verification = this.verifications.prepare(accountId);
      await this.commands.execute(Account.ChangeEmail({ accountId, email, emailHash, verification }));
      // A verification that was interrupted may have reserved the former address.
      await this.commands.execute(Email.ReleaseEmail({ emailHash: formerHash, accountId }));
    });
    return this.accounts.present(accountId);
  }

  @Route('POST', 'resend-verification', {
    limit: 'reset',
    summary: 'Sends another verification link if an unverified account has the address.',
    answer: Message,
    errors: { 400: '' },
  })
  async resendVerification(
    @Body() { email }: ResendVerificationRequest,
    @CurrentAccount() account: SignedIn | null,
  ): Promise<Message> {
    await this.verifications.resend(email, account);
    return { message: 'If an account exists, a verification email has been sent.' };
  }
}
