import { NotFoundException, Param, ParseUUIDPipe, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { OneOf, Whole } from '../../contract/fields.js';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { Route, Routes } from '../http/route.js';
import { Sessions } from '../http/sessions.js';
import { AccountSession, accountSessionOf } from './account-session.js';

class SessionEnded {
  @OneOf([true]) readonly success!: true;
}

class SessionsEnded extends SessionEnded {
  @Whole('How many sessions were ended.') readonly ended!: number;
}

@Routes('account', 'api/user/sessions', { who: 'signedIn' })
export class SessionsController {
  constructor(private readonly sessions: Sessions) {}

  @Route('GET', '', { summary: 'Your sessions, last used first.', answer: [AccountSession] })
  async listSessions(
    @Req() request: FastifyRequest,
    @CurrentAccount() account: Account,
  ): Promise<AccountSession[]> {
    const sessions = await this.sessions.list(request, account.id);
    return sessions.map(({ session, isCurrent }) => accountSessionOf(session, isCurrent));
  }

  @Route('DELETE', ':id', {
    limit: 'never',
    asksAgain: true,
    summary: 'Ends one session; its next request is refused.',
    answer: SessionEnded,
    errors: { 404: 'Session not found' },
  })
  async endSession(
    @Param('id', new ParseUUIDPipe({ exceptionFactory: sessionNotFound })) id: string,
    @CurrentAccount() account: Account,
  ): Promise<SessionEnded> {
    if (!(await this.sessions.endOne(account.id, id))) throw sessionNotFound();
    return { success: true };
  }

  @Route('DELETE', '', {
    withoutKey: true,
    limit: 'never',
    asksAgain: true,
    summary: 'Ends all other sessions.',
    answer: SessionsEnded,
  })
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
