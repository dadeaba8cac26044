import {
  type CanActivate,
  type ExecutionContext,
  ForbiddenException,
  Injectable,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { RefusedOrigins } from './refused-origins.js';
import { note } from './security-notes.js';
import { Site } from '../../site/site.js';

export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const FROM_ANYWHERE = 'from-anywhere';

/** Exempts an action that other sites may call: the request itself must authorise it, never a cookie. */
export function FromAnywhere(): MethodDecorator {
  return SetMetadata(FROM_ANYWHERE, true);
}

/**
 * Allows requests that change data only if they come from a page of this site. Browsers report the origin in headers
 * that pages cannot set; a request without these headers is rejected too.
 */
@Injectable()
export class SameOriginGuard implements CanActivate {
  constructor(
    private readonly site: Site,
    private readonly reflector: Reflector,
    private readonly refusals: RefusedOrigins,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    if (this.reflector.get<true | undefined>(FROM_ANYWHERE, context.getHandler())) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (SAFE_METHODS.has(request.method)) return true;
    const sender = request.account?.id ?? request.admin?.id;
    if (this.isOurs(request)) {
      if (sender !== undefined) this.refusals.accepted(sender);
      return true;
    }
    note(request, { event: 'request-refused' });
    this.tell(request, sender);
    throw new ForbiddenException('This request did not come from a page of this site, so it was rejected.');
  }

  /**
   * A proxy that drops headers refuses everybody; a wrong PUBLIC_URL, those whose browser sends no `Sec-Fetch-Site`. Their
   * operator has to see why. What came is in the log only: strangers choose it.
   */
  private tell({ headers, log }: FastifyRequest, sender: string | undefined): void {
    const { origin = 'none', host = 'none', 'sec-fetch-site': site = 'none' } = headers;
    const came = { origin: short(origin), host: short(host), 'sec-fetch-site': short(String(site)) };
    const expected = this.site.publicHost;
    log.warn({ came, expected }, 'a write was refused, because its origin is not the site');
    if (sender !== undefined) this.refusals.refused(sender, expected);
  }

  private isOurs({ headers }: FastifyRequest): boolean {
    const site = headers['sec-fetch-site'];
    if (site === 'same-origin') return true;
    if (site !== undefined && site !== 'none') return false;
    const host = hostOf(headers.origin);
    return host !== null && (host === headers.host?.toLowerCase() || host === this.site.publicHost);
  }
}

const LONGEST = 100;
const short = (text: string) => text.slice(0, LONGEST);

/** The host of an origin, with its port if it is not the default; null if missing, `null` or invalid. */
function hostOf(origin: string | undefined): string | null {
  if (!origin || !URL.canParse(origin)) return null;
  return new URL(origin).host || null;
}
