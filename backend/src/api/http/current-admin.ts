import {
  type CanActivate,
  type ExecutionContext,
  ForbiddenException,
  Injectable,
  SetMetadata,
  UnauthorizedException,
  UseGuards,
  applyDecorators,
  createParamDecorator,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiForbiddenResponse, ApiUnauthorizedResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ADMIN_ROLES, type AdminRole } from '../../domain/admin/admin-role.js';
import type { Proof } from '../../domain/admin/proof.js';
import { ErrorBody } from './error-body.js';
import type { AdminUser } from './admins.js';
import { refuseStale } from './fresh-sign-in.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in admin, read once before the guards. Null for all others, and outside of the back office. */
    admin: AdminUser | null;
    /** How the admin has shown who they are within the last 10 minutes. */
    proof: Proof | null;
  }
}

const ROLES = 'admin-roles';
const BEFORE_TOTP = 'before-totp';

@Injectable()
class AdminGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const { admin } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!admin) throw new UnauthorizedException('Please sign in to the back office.');
    const targets = [context.getHandler(), context.getClass()];
    const isBeforeTotp = this.reflector.getAllAndOverride<true | undefined>(BEFORE_TOTP, targets) ?? false;
    if (admin.mustEnrolTotp && !isBeforeTotp) {
      throw new ForbiddenException({
        code: 'totp_missing',
        message: 'Please connect an authenticator app or add a passkey first.',
      });
    }
    const roles = this.reflector.getAllAndOverride<readonly AdminRole[]>(ROLES, targets);
    if (!roles.includes(admin.role)) throw new ForbiddenException('Your role does not allow this.');
    refuseStale(this.reflector, context);
    return true;
  }
}

/** Allows signed-in admins with one of these roles. Answers 401 without a session, 403 for another role. */
export function ForAdmins(...roles: readonly AdminRole[]): MethodDecorator & ClassDecorator {
  return applyDecorators(
    SetMetadata(ROLES, roles),
    UseGuards(AdminGuard),
    ApiUnauthorizedResponse({ type: ErrorBody }),
    ApiForbiddenResponse({ type: ErrorBody }),
  );
}

/** Works without an authenticator app or a passkey, also where every admin needs one of them. */
export function BeforeTotp(): MethodDecorator & ClassDecorator {
  return SetMetadata(BEFORE_TOTP, true);
}

/** The signed-in admin; use it behind {@link ForAdmins} only. */
export const CurrentAdmin = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>().admin,
);

/** How the signed-in admin has shown who they are; use it where the route asks again only. */
export const CurrentProof = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>().proof,
);

/** The routes of an admin's own login also work before they have a second factor. */
export const OWN_LOGIN = { who: ADMIN_ROLES, beforeTotp: true } as const;
