import { type ExecutionContext, ForbiddenException, SetMetadata } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the admin, outside of the back office the user, has shown who they are within the last 10 minutes. */
    hasFreshSignIn: boolean;
  }
}

const ASKS_AGAIN = 'asks-again';

/** Whether a call of a route needs a fresh sign-in: always, or only if its list is downloaded as CSV. */
export type AsksAgain = true | 'csv';

/** Lets the guards of users and admins answer 403 with the code `sign_in_again` if the last sign-in was over 10 minutes ago. */
export function SignedInAgain(asks: AsksAgain): MethodDecorator {
  return SetMetadata(ASKS_AGAIN, asks);
}

/** For guards: refuses a call of a route with {@link SignedInAgain} without a fresh sign-in. */
export function refuseStale(reflector: Reflector, context: ExecutionContext): void {
  const asks = reflector.get<AsksAgain | undefined>(ASKS_AGAIN, context.getHandler());
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  if (!asks || !isAsked(asks, request) || request.hasFreshSignIn) return;
  throw new ForbiddenException({
    code: 'sign_in_again',
    message: 'Please show once more who you are: your last sign-in was over 10 minutes ago.',
  });
}

function isAsked(asks: AsksAgain, { query }: FastifyRequest): boolean {
  return asks === true || (query as { format?: unknown }).format === 'csv';
}
