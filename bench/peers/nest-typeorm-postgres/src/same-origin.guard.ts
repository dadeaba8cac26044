import { type CanActivate, type ExecutionContext, ForbiddenException, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Rejects writes that do not come from a page of the same host. */
@Injectable()
export class SameOriginGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { method, headers } = context.switchToHttp().getRequest<FastifyRequest>();
    if (method === 'GET' || method === 'HEAD') return true;
    const { origin, host } = headers;
    if (origin && URL.canParse(origin) && new URL(origin).host === host) return true;
    throw new ForbiddenException('This request did not come from our own pages.');
  }
}
