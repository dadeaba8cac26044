import {
  Body,
  Controller,
  Get,
  HttpCode,
  HttpStatus,
  Inject,
  Post,
  Req,
  Res,
  UseGuards,
} from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiBody,
  ApiConflictResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { User } from '../../projections/accounts/accounts.reader.js';
import { Accounts } from '../http/accounts.js';
import { type Account, CurrentAccount, SignedIn } from '../http/current-account.js';
import { ErrorBody } from '../http/error-body.js';
import { Limited } from '../http/limits.js';
import { ForAnyAccount } from '../http/other-account.guard.js';
import { Sessions } from '../http/sessions.js';
import {
  LoginRequest,
  Message,
  RegisterRequest,
  ResendVerificationRequest,
  VerifyEmailRequest,
} from './auth.requests.js';
import { invalidCredentials } from './credentials.service.js';
import { CheckedLogin, CredentialsGuard } from './credentials.guard.js';
import type { Login } from './logins.service.js';
import { Registration } from './registration.service.js';
import { Verifications } from './verification.service.js';

@ApiTags('auth')
@Controller('api/auth')
export class AuthController {
  constructor(
    @Inject(Registration) private readonly registration: Registration,
    @Inject(Verifications) private readonly verifications: Verifications,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(Accounts) private readonly accounts: Accounts,
  ) {}

  @Get('me')
  @ForAnyAccount()
  @SignedIn()
  @ApiOperation({ summary: 'The signed-in user.' })
  @ApiOkResponse({ type: User })
  me(@CurrentAccount() account: Account): User {
    return account;
  }

  @Post('register')
  @Limited('register')
  @ApiOperation({
    summary: 'Creates an account and signs in; sends a mail with a verification link.',
    description:
      'The response is the same whether or not the address has an account: only verification reserves an address.',
  })
  @ApiCreatedResponse({ type: User })
  @ApiBadRequestResponse({ type: ErrorBody })
  async register(
    @Body() { email, password }: RegisterRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<User> {
    return this.signIn(request, reply, await this.registration.register(email, password));
  }

  @Post('login')
  @Limited('signIn')
  @HttpCode(HttpStatus.OK)
  @UseGuards(CredentialsGuard)
  @ApiOperation({ summary: 'Signs in and starts a new session.' })
  @ApiBody({ type: LoginRequest })
  @ApiOkResponse({ type: User })
  @ApiBadRequestResponse({ type: ErrorBody })
  @ApiUnauthorizedResponse({ type: ErrorBody, description: 'Invalid email or password' })
  async login(
    @CheckedLogin() { accountId, passwordHash }: Login,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<User> {
    const tokenHash = await this.sessions.start(request, reply, accountId);
    // The password may have changed while this one was checked.
    if ((await this.accounts.passwordHash(accountId)) !== passwordHash) {
      await this.sessions.revoke(tokenHash);
      throw invalidCredentials();
    }
    return this.accounts.present(accountId);
  }

  @Post('logout')
  @Limited('never')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiOperation({ summary: 'Signs out.' })
  @ApiNoContentResponse()
  async logout(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.sessions.end(request, reply);
  }

  @Post('verify-email')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({
    summary: 'Verifies the address with the token of a verification link, once, and signs in.',
  })
  @ApiOkResponse({ type: User })
  @ApiBadRequestResponse({
    type: ErrorBody,
    description: 'The token is invalid, used or expired.',
  })
  @ApiConflictResponse({ type: ErrorBody, description: 'Another account has verified this address.' })
  async verifyEmail(
    @Body() { token }: VerifyEmailRequest,
    @CurrentAccount() account: Account | null,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<User> {
    return this.signIn(request, reply, await this.verifications.accept(token, account));
  }

  @Post('resend-verification')
  @Limited('reset')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({ summary: 'Sends another verification link if an unverified account has the address.' })
  @ApiOkResponse({ type: Message })
  @ApiBadRequestResponse({ type: ErrorBody })
  async resendVerification(
    @Body() { email }: ResendVerificationRequest,
    @CurrentAccount() account: Account | null,
  ): Promise<Message> {
    await this.verifications.resend(email, account);
    return { message: 'If an account exists, a verification email has been sent.' };
  }

  private async signIn(request: FastifyRequest, reply: FastifyReply, accountId: string): Promise<User> {
    await this.sessions.start(request, reply, accountId);
    return this.accounts.present(accountId);
  }
}
