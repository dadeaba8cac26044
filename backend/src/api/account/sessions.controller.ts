import { Controller, Delete, Get, NotFoundException, Param, ParseUUIDPipe, Req } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { type Account, CurrentAccount, SignedIn } from '../http/current-account.js';
import { ErrorBody } from '../http/error-body.js';
import { Limited } from '../http/limits.js';
import { Sessions } from '../http/sessions.js';
import { AccountSession, SessionEnded, SessionsEnded, accountSessionOf } from './account-session.js';

@ApiTags('account')
@Controller('api/user/sessions')
@SignedIn()
export class SessionsController {
  constructor(private readonly sessions: Sessions) {}

  @Get()
  @ApiOperation({ summary: 'Your sessions, last used first.' })
  @ApiOkResponse({ type: [AccountSession] })
  async listSessions(
    @Req() request: FastifyRequest,
    @CurrentAccount() account: Account,
  ): Promise<AccountSession[]> {
    const sessions = await this.sessions.list(request, account.id);
    return sessions.map(({ session, isCurrent }) => accountSessionOf(session, isCurrent));
  }

  @Delete(':id')
  @Limited('never')
  @ApiOperation({ summary: 'Ends one session; its next request is refused.' })
  @ApiOkResponse({ type: SessionEnded })
  @ApiNotFoundResponse({ type: ErrorBody, description: 'Session not found' })
  async endSession(
    @Param('id', new ParseUUIDPipe({ exceptionFactory: sessionNotFound })) id: string,
    @CurrentAccount() account: Account,
  ): Promise<SessionEnded> {
    if (!(await this.sessions.endOne(account.id, id))) throw sessionNotFound();
    return { success: true };
  }

  @Delete()
  @Limited('never')
  @ApiOperation({ summary: 'Ends all other sessions.' })
  @ApiOkResponse({ type: SessionsEnded })
  async endOtherSessions(
    @Req() request: FastifyRequest,
    @CurrentAccount() account: Account,
  ): Promise<SessionsEnded> {
    return { success: true, ended: await this.sessions.endOthers(request, account.id) };
  }
}

function sessionNotFound(): NotFoundException {
  return new NotFoundException('Session not found');
}
