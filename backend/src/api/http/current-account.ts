import {
  type CanActivate,
  type ExecutionContext,
  ForbiddenException,
  Injectable,
  UnauthorizedException,
  UseGuards,
  applyDecorators,
  createParamDecorator,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiForbiddenResponse, ApiUnauthorizedResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { User } from '../../projections/accounts/accounts.js';
import { Clock } from '../../kernel/clock.js';
import { ErrorBody } from './error-body.js';
import { refuseStale } from './fresh-sign-in.js';

/** The account that a request comes from. */
export type Account = User;

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in account, read once before the guards. Null for visitors, and outside of /api. */
    account: Account | null;
  }
}

@Injectable()
class SignedInGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    accountOrRefuse(context);
    refuseStale(this.reflector, context);
    return true;
  }
}

@Injectable()
class VerifiedGuard implements CanActivate {
  constructor(private readonly clock: Clock) {}

  canActivate(context: ExecutionContext): boolean {
    const account = accountOrRefuse(context);
    refuseSuspended(account, this.clock);
    if (!account.emailVerified) throw new ForbiddenException('Please verify your email address first.');
    return true;
  }
}

@Injectable()
class NotSuspendedGuard implements CanActivate {
  constructor(private readonly clock: Clock) {}

  canActivate(context: ExecutionContext): boolean {
    const account = accountOf(requestOf(context));
    if (account) refuseSuspended(account, this.clock);
    return true;
  }
}

function refuseSuspended({ suspension }: Account, clock: Clock): void {
  const isSuspended = suspension && (suspension.endsAt ?? '9') > clock.now().toISOString();
  if (isSuspended) throw new ForbiddenException(`Your account is suspended: ${suspension.reason}`);
}

/** Allows everyone but suspended users, who get 403: for writes that need no account, or no verified address. */
export function NotSuspended(): MethodDecorator & ClassDecorator {
  return applyDecorators(UseGuards(NotSuspendedGuard), ApiForbiddenResponse({ type: ErrorBody }));
}

/** Allows signed-in users; answers 401 to all others. */
export function SignedIn(): MethodDecorator & ClassDecorator {
  return applyDecorators(UseGuards(SignedInGuard), ApiUnauthorizedResponse({ type: ErrorBody }));
}

/**
 * Allows users who may take part: signed in, with a verified address, not suspended. Answers 401 or 403 to all others.
 */
export function Verified(): MethodDecorator & ClassDecorator {
  return applyDecorators(
    UseGuards(VerifiedGuard),
    ApiUnauthorizedResponse({ type: ErrorBody }),
    ApiForbiddenResponse({ type: ErrorBody }),
  );
}

/** The account that the request comes from, or null; never null behind {@link SignedIn} and {@link Verified}. */
export const CurrentAccount = createParamDecorator((_: unknown, context: ExecutionContext) =>
  accountOf(requestOf(context)),
);

export function accountOf(request: FastifyRequest): Account | null {
  return request.account;
}

function accountOrRefuse(context: ExecutionContext): Account {
  const account = accountOf(requestOf(context));
  if (!account) throw new UnauthorizedException('Please log in to continue.');
  return account;
}

function requestOf(context: ExecutionContext): FastifyRequest {
  return context.switchToHttp().getRequest<FastifyRequest>();
}
