import { type CanActivate, ConflictException, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { accountOf } from './current-account.js';
import { SAFE_METHODS } from './safe-methods.js';

/** Names the account that the page believes to be signed in. */
export const ACCOUNT_HEADER = 'x-account-id';

/**
 * Refuses what a page asks for in the name of one account when the browser is signed in to another by now, as one tab does
 * not see what happens in the next. Requests that name no account are let through, and those without a session, which are
 * for others to refuse.
 */
@Injectable()
export class OtherAccountGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const believed = request.headers[ACCOUNT_HEADER];
    const account = accountOf(request);
    if (SAFE_METHODS.has(request.method) || believed === undefined || !account) return true;
    if (believed === account.id) return true;
    throw new ConflictException({
      code: 'other_account',
      message: 'You are signed in as somebody else in this browser now. Please reload the page.',
    });
  }
}
