import {
  type CanActivate,
  ConflictException,
  type ExecutionContext,
  Injectable,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { accountOf } from './current-account.js';

/** The header that names the account which the page believes to be signed in. */
export const ACCOUNT_HEADER = 'x-account-id';

const FOR_ANY_ACCOUNT = 'for-any-account';

/** For the call that returns the signed-in user: it works whatever the page believes. */
export function ForAnyAccount(): MethodDecorator {
  return SetMetadata(FOR_ANY_ACCOUNT, true);
}

/**
 * Rejects requests that a page sends for one account while the browser is signed in to another, because one tab does
 * not notice a login in the next. Nothing is changed or shown for the wrong account. Allows requests that name no
 * account, and those without a session, which other guards reject.
 */
@Injectable()
export class OtherAccountGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (this.reflector.get<true | undefined>(FOR_ANY_ACCOUNT, context.getHandler())) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const believed = request.headers[ACCOUNT_HEADER];
    const account = accountOf(request);
    if (believed === undefined || !account) return true;
    if (believed === account.id) return true;
    throw new ConflictException({
      code: 'other_account',
      message: 'You are signed in as another user in this browser now. Please reload the page.',
    });
  }
}
