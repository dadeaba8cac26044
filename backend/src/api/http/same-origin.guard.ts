import {
  type CanActivate,
  type ExecutionContext,
  ForbiddenException,
  Inject,
  Injectable,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { Site } from './site.js';

/** The methods of HTTP that promise to change nothing. */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const FROM_ANYWHERE = 'from-anywhere';

/**
 * For the one action that others than our own pages may ask for: what it does must be allowed by the request itself, never
 * by a cookie.
 */
export function FromAnywhere(): MethodDecorator {
  return SetMetadata(FROM_ANYWHERE, true);
}

/**
 * Lets requests that change something through only when they come from a page of our own. Browsers say where
 * a request comes from in headers that pages can't set; a request that does not say it is refused too.
 */
@Injectable()
export class SameOriginGuard implements CanActivate {
  constructor(
    @Inject(Site) private readonly site: Site,
    @Inject(Reflector) private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    if (this.reflector.get<true | undefined>(FROM_ANYWHERE, context.getHandler())) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (SAFE_METHODS.has(request.method) || this.isOurs(request)) return true;
    throw new ForbiddenException('This request did not come from our own pages, so nothing was done.');
  }

  private isOurs({ headers }: FastifyRequest): boolean {
    const site = headers['sec-fetch-site'];
    if (site === 'same-origin') return true;
    if (site !== undefined && site !== 'none') return false;
    const host = hostOf(headers.origin);
    return host !== null && (host === headers.host?.toLowerCase() || host === this.site.publicHost);
  }
}

/** The host of an origin, with its port if it has one of its own; null for none, `null` and nonsense. */
function hostOf(origin: string | undefined): string | null {
  if (!origin || !URL.canParse(origin)) return null;
  return new URL(origin).host || null;
}
