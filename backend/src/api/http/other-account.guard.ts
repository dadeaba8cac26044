import {
  type CanActivate,
  ConflictException,
  type ExecutionContext,
  Inject,
  Injectable,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { accountOf } from './current-account.js';

/** Names the account that the page believes to be signed in. */
export const ACCOUNT_HEADER = 'x-account-id';

const FOR_WHOEVER = 'for-whoever';

/** For the question who is signed in: it is answered whoever the page believes that to be. */
export function ForWhoever(): MethodDecorator {
  return SetMetadata(FOR_WHOEVER, true);
}

/**
 * Refuses what a page asks for in the name of one account when the browser is signed in to another by now, as one tab does
 * not see what happens in the next: nothing is changed for the other, nor shown as the first one's. Requests that name no account are let through, and those without a session, which are
 * for others to refuse.
 */
@Injectable()
export class OtherAccountGuard implements CanActivate {
  constructor(@Inject(Reflector) private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (this.reflector.get<true | undefined>(FOR_WHOEVER, context.getHandler())) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const believed = request.headers[ACCOUNT_HEADER];
    const account = accountOf(request);
    if (believed === undefined || !account) return true;
    if (believed === account.id) return true;
    throw new ConflictException({
      code: 'other_account',
      message: 'You are signed in as somebody else in this browser now. Please reload the page.',
    });
  }
}
