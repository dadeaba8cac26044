import { type ExecutionContext, ForbiddenException, SetMetadata } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import type { Proven } from '../../domain/admin/proof.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the admin, outside of the back office the user, has shown within the last 10 minutes who they are for. */
    proven: Proven;
  }
}

const ASKS_AGAIN = 'asks-again';

/** Whether a call of a route needs a fresh sign-in; for a new app, a recovery code does as well. */
export type AsksAgain = true | 'newApp';

/** Lets the guards of users and admins answer 403 with the code `sign_in_again` without a fresh sign-in. */
export function SignedInAgain(asks: AsksAgain): MethodDecorator {
  return SetMetadata(ASKS_AGAIN, asks);
}

/** For guards: refuses a call of a route with {@link SignedInAgain}, and of a list as a file, without a fresh sign-in. */
export function refuseStale(reflector: Reflector, context: ExecutionContext): void {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const { format = 'json' } = request.query as { readonly format?: unknown };
  const isFile = request.admin !== null && format !== 'json';
  const asks = reflector.get<AsksAgain | undefined>(ASKS_AGAIN, context.getHandler());
  if (asks || isFile) requireProven(request, asks);
}

/** @throws ForbiddenException without a fresh sign-in */
export function requireProven({ proven }: FastifyRequest, asks: AsksAgain = true): void {
  if (proven === 'everything' || proven === asks) return;
  throw new ForbiddenException({
    code: 'sign_in_again',
    message:
      proven === 'newApp'
        ? 'A recovery code only signs in and connects a new authenticator app. Please show once more who you are, with a code of the app or a passkey.'
        : 'Please show once more who you are: this takes a sign-in within the last 10 minutes.',
  });
}
