import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clock } from '../../kernel/clock.js';
import { LimitStore, type Quota } from '../../infrastructure/limits/limit-store.port.js';
import { ServerSecret } from '../../infrastructure/sessions/server-secret.js';
import { DeviceCookie } from './device-cookie.js';
import { normaliseEmail } from './email-address.js';
import { forgiveIfInvalid } from './forgiven-hits.js';
import { type Limit, LIMITED, type LimitedAction, LIMITS } from './limits.js';
import { networkOf, siteOf } from './network.js';
import { ReadLimits } from './read-limits.js';
import { note } from './security-notes.js';
import { SAFE_METHODS } from './same-origin.guard.js';
import { tooManyTries } from './too-many-tries.js';

/** Whether limits are enforced: load tests turn them off. */
export class LimitSwitch {
  constructor(readonly isOn: boolean) {}
}

/**
 * Rejects requests over a limit with 429, before any work is done. It runs after the session is read and before a
 * password is checked.
 */
@Injectable()
export class LimitsGuard implements CanActivate {
  constructor(
    private readonly limits: LimitSwitch,
    private readonly store: LimitStore,
    private readonly secret: ServerSecret,
    private readonly clock: Clock,
    private readonly reflector: Reflector,
    private readonly devices: DeviceCookie,
    private readonly reads: ReadLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (!this.limits.isOn) return true;
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const action = this.actionOf(context, request);
    if (!action) return this.allowsRead(request, http.getResponse<FastifyReply>());
    const limits: readonly Limit[] = LIMITS[action];
    const quotas = limits.flatMap((limit) => this.quotaOf(limit, request));
    if (quotas.length === 0) return true;
    const now = this.clock.now();
    const free = await this.store.take(quotas, now);
    if (!free) {
      const forgiving = limits.filter(({ forgivesInvalid }) => forgivesInvalid);
      const keys = forgiving.flatMap((limit) => this.quotaOf(limit, request)).map(({ key }) => key);
      forgiveIfInvalid(request, keys, now);
      return true;
    }
    note(request, { limit: action });
    throw tooManyTries(http.getResponse<FastifyReply>(), free.getTime() - now.getTime());
  }

  private allowsRead(request: FastifyRequest, reply: FastifyReply): boolean {
    const wait = this.reads.take(request);
    if (wait === null) return true;
    note(request, { limit: 'read' });
    throw tooManyTries(reply, wait);
  }

  private actionOf(context: ExecutionContext, { method }: FastifyRequest): LimitedAction | null {
    const action = this.reflector.get<LimitedAction | undefined>(LIMITED, context.getHandler());
    return action ?? (SAFE_METHODS.has(method) ? null : 'write');
  }

  /** The quota of a limit for this request; none if the limit does not apply to it. */
  private quotaOf({ name, most, minutes, by }: Limit, request: FastifyRequest): Quota[] {
    const subject = this.subjectOf(by, request);
    if (!subject) return [];
    // The numbers are part of the key, so changing a limit starts a new count.
    const hash = this.secret.hmac('limit', name, String(most), String(minutes), ...subject);
    return [{ key: hash.toString('hex'), most, windowMs: minutes * 60_000 }];
  }

  /** Who is counted by a limit for this request; null if the limit does not apply to it. */
  private subjectOf(by: Limit['by'], request: FastifyRequest): readonly string[] | null {
    const { account, ip } = request;
    const ofAddress = ['address', networkOf(ip)];
    const ofAccount = account && ['account', account.id];
    const email = emailIn(request);
    const device = email === null ? null : this.devices.idFor(request, email);
    switch (by) {
      case 'address':
        return ofAddress;
      case 'site':
        return siteOf(ip) === networkOf(ip) ? null : ['site', siteOf(ip)];
      case 'email':
        return email === null ? null : ['email', email];
      case 'device':
        return device === null ? null : ['device', device];
      case 'elsewhere':
        return email === null || device !== null ? null : ['elsewhere', email, siteOf(ip)];
      case 'caller':
        return ofAccount ?? ofAddress;
      case 'account':
        return ofAccount;
      case 'stranger':
        return account?.emailVerified ? null : ofAddress;
    }
  }
}

/** The normalised email of the body, valid or not; null if the body has no email. */
function emailIn({ body }: FastifyRequest): string | null {
  const { email } = Object(body) as { email?: unknown };
  return typeof email === 'string' ? normaliseEmail(email) : null;
}
