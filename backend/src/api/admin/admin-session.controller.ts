import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  HttpStatus,
  NotFoundException,
  Param,
  ParseUUIDPipe,
  Post,
  Put,
  Req,
  Res,
} from '@nestjs/common';
import {
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiTags,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ADMIN_ROLES } from '../../domain/admin/admin-roles.events.js';
import { AccountSession, accountSessionOf } from '../account/account-session.js';
import { ErrorBody } from '../http/error-body.js';
import { Limited } from '../http/limits.js';
import { note } from '../http/security-notes.js';
import { AdminCredentials } from './admin-credentials.service.js';
import { AdminSessions } from '../http/admin-sessions.js';
import { AdminUser } from '../http/admins.js';
import {
  AdminLoginRequest,
  AdminPasswordRequest,
  EnrolTotpRequest,
  RemoveTotpRequest,
} from './admin.requests.js';
import { BeforeTotp, CurrentAdmin, ForAdmins } from '../http/current-admin.js';

class TotpOffer {
  @ApiProperty({ description: 'In Base32, to type into the app.' })
  readonly secret!: string;

  @ApiProperty({ description: 'The same as an `otpauth:` address, for a QR code.' })
  readonly address!: string;
}

class RecoveryCodes {
  @ApiProperty({
    type: [String],
    description: 'Each replaces a code of the app, once. They are shown only here.',
  })
  readonly recoveryCodes!: string[];
}

/** Signing in to the back office, and an admin's own login. */
@ApiTags('back office')
@Controller('api/rtm-sys')
export class AdminSessionController {
  constructor(
    private readonly credentials: AdminCredentials,
    private readonly sessions: AdminSessions,
  ) {}

  @Get('me')
  @ForAdmins(...ADMIN_ROLES)
  @BeforeTotp()
  @ApiOperation({ summary: 'The signed-in admin.' })
  @ApiOkResponse({ type: AdminUser })
  currentAdmin(@CurrentAdmin() admin: AdminUser): AdminUser {
    return admin;
  }

  @Post('login')
  @Limited('adminSignIn')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({
    summary: 'Signs an admin in for 8 hours.',
    description:
      'The code `totp_required` of a 401 asks for the code of the authenticator app, `passkey_required` for a sign-in with a passkey.',
  })
  @ApiOkResponse({ type: AdminUser })
  @ApiUnauthorizedResponse({ type: ErrorBody, description: 'Invalid credentials' })
  async adminLogin(
    @Body() { username, password, code }: AdminLoginRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminUser> {
    const admin = await this.credentials.signIn(username, password, code ?? null);
    note(request, { account: admin.id });
    await this.sessions.start(request, reply, admin.id);
    return admin;
  }

  @Post('logout')
  @Limited('never')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiOperation({ summary: 'Signs the admin out.' })
  @ApiNoContentResponse()
  async adminLogout(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.sessions.end(request, reply);
  }

  @Get('sessions')
  @ForAdmins(...ADMIN_ROLES)
  @BeforeTotp()
  @ApiOperation({ summary: "The admin's own sessions, last used first." })
  @ApiOkResponse({ type: [AccountSession] })
  async listAdminSessions(
    @Req() request: FastifyRequest,
    @CurrentAdmin() { id }: AdminUser,
  ): Promise<AccountSession[]> {
    const sessions = await this.sessions.list(request, id);
    return sessions.map(({ session, isCurrent }) => accountSessionOf(session, isCurrent));
  }

  @Delete('sessions/:id')
  @ForAdmins(...ADMIN_ROLES)
  @BeforeTotp()
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiOperation({ summary: "Ends one of the admin's own sessions." })
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ type: ErrorBody, description: 'Session not found' })
  async endAdminSession(
    @Param('id', new ParseUUIDPipe({ exceptionFactory: sessionNotFound })) id: string,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<void> {
    if (!(await this.sessions.endOne(admin.id, id))) throw sessionNotFound();
  }

  @Put('password')
  @ForAdmins(...ADMIN_ROLES)
  @BeforeTotp()
  @Limited('password')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiOperation({ summary: 'Sets a new password, and ends all other sessions of the admin.' })
  @ApiNoContentResponse()
  async changeAdminOwnPassword(
    @Body() { currentPassword, newPassword }: AdminPasswordRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @CurrentAdmin() { id }: AdminUser,
  ): Promise<void> {
    await this.credentials.changePassword(id, currentPassword, newPassword);
    await this.sessions.startAlone(request, reply, id);
  }

  @Post('totp/offer')
  @ForAdmins(...ADMIN_ROLES)
  @BeforeTotp()
  @HttpCode(HttpStatus.OK)
  @ApiOperation({ summary: 'A new secret to connect an authenticator app with.' })
  @ApiOkResponse({ type: TotpOffer })
  offerTotp(@CurrentAdmin() admin: AdminUser): TotpOffer {
    return this.credentials.offer(admin);
  }

  @Post('totp')
  @ForAdmins(...ADMIN_ROLES)
  @BeforeTotp()
  @Limited('password')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({ summary: 'Connects an authenticator app; from then on a sign-in needs its code.' })
  @ApiOkResponse({ type: RecoveryCodes })
  async enrolTotp(@Body() body: EnrolTotpRequest, @CurrentAdmin() { id }: AdminUser): Promise<RecoveryCodes> {
    return { recoveryCodes: await this.credentials.enrol(id, body) };
  }

  @Post('totp/remove')
  @ForAdmins(...ADMIN_ROLES)
  @Limited('password')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiOperation({ summary: 'Disconnects the authenticator app.' })
  @ApiNoContentResponse()
  async removeTotp(
    @Body() { currentPassword, code }: RemoveTotpRequest,
    @CurrentAdmin() { id }: AdminUser,
  ): Promise<void> {
    await this.credentials.disconnect(id, currentPassword, code);
  }
}

function sessionNotFound(): NotFoundException {
  return new NotFoundException('Session not found');
}
