import {
  HttpException,
  HttpStatus,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  type CallHandler,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Reflector } from '@nestjs/core';
import { type Observable, catchError, concatMap } from 'rxjs';
import { isYoungAt } from '../../domain/rating/rating.js';
import { Clock } from '../../kernel/clock.js';
import { LimitStore, type Quota } from '../../infrastructure/limits/limit-store.port.js';
import { ServerSecret } from '../../infrastructure/sessions/server-secret.js';
import { KnownDeviceCookie, loginThrottleKeyOf } from './known-device-cookie.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { type Limit, LIMITED, type LimitedAction, LIMITS } from './limits.js';
import { networkOf, siteOf } from './network.js';
import { ReadLimits } from './read-limits.js';
import { note } from './security-notes.js';
import { SAFE_METHODS } from './same-origin.guard.js';
import { InvalidRequestException } from './validation.js';

/** The error for a request over a limit: 429, with the time to wait in words and in `Retry-After`. */
export function tooManyTries(reply: FastifyReply, milliseconds: number, advice = ''): HttpException {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  reply.header('retry-after', seconds);
  const message = `Too many tries. Please come back in ${inWords(seconds)}.${advice && ` ${advice}`}`;
  return new HttpException(message, HttpStatus.TOO_MANY_REQUESTS);
}

function inWords(seconds: number): string {
  if (seconds < 60) return counted(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? counted(minutes, 'minute') : counted(Math.ceil(minutes / 60), 'hour');
}

function counted(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}

/** Whether limits are enforced: load tests turn them off. */
export class LimitSwitch {
  constructor(readonly isOn: boolean) {}
}

/**
 * How often a repetition is executed without being counted. A request that is answered from memory counts as a read; but one
 * whose answer is not kept is executed again.
 */
const REPETITIONS = { most: 5, windowMs: 60 * 60_000 };

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
    private readonly devices: KnownDeviceCookie,
    private readonly reads: ReadLimits,
    private readonly keys: IdempotencyKeys,
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
    if (this.keys.areFor(context) && (await this.isRepetition(request, now))) {
      return this.allowsRead(request, http.getResponse<FastifyReply>());
    }
    const free = await this.store.take(quotas, now);
    if (!free) {
      for (const outcome of ['invalid', 'success'] as const) {
        const forgiving = limits.filter(({ forgives }) => forgives === outcome);
        const keys = forgiving.flatMap((limit) => this.quotaOf(limit, request)).map(({ key }) => key);
        if (keys.length > 0) refundHits(request, { outcome, keys, at: now });
      }
      return true;
    }
    note(request, { limit: action });
    throw tooManyTries(http.getResponse<FastifyReply>(), free.getTime() - now.getTime());
  }

  /** Whether a request was counted before, under the same key. */
  private async isRepetition(request: FastifyRequest, now: Date): Promise<boolean> {
    const begun = await this.keys.begunBefore(request);
    if (begun === null) return false;
    const key = this.secret.hmac('limit', 'repetition', begun).toString('hex');
    return (await this.store.take([{ key, ...REPETITIONS }], now)) === null;
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
  private quotaOf({ name, most, minutes, by, sparesDevices }: Limit, request: FastifyRequest): Quota[] {
    const subject = sparesDevices && this.deviceOf(request) !== null ? null : this.subjectOf(by, request);
    if (!subject) return [];
    // The numbers are part of the key, so changing a limit starts a new count.
    const hash = this.secret.hmac('limit', name, String(most), String(minutes), ...subject);
    return [{ key: hash.toString('hex'), most, windowMs: minutes * 60_000 }];
  }

  /** Who is counted by a limit for this request; null if the limit does not apply to it. */
  private subjectOf(by: Limit['by'], request: FastifyRequest): readonly string[] | null {
    const { account, admin, ip } = request;
    const ofAddress = ['address', networkOf(ip)];
    const ofAccount = account && ['account', account.id];
    const name = loginThrottleKeyOf(request);
    const device = this.deviceOf(request);
    switch (by) {
      case 'address':
        return ofAddress;
      case 'site':
        return siteOf(ip) === networkOf(ip) ? null : ['site', siteOf(ip)];
      case 'email':
        return name?.kind === 'email' ? ['email', name.value] : null;
      case 'device':
        return device === null ? null : ['device', device];
      case 'elsewhere':
        return name === null || device !== null ? null : ['elsewhere', name.value, siteOf(ip)];
      case 'caller':
        return admin ? ['admin', admin.id] : (ofAccount ?? ofAddress);
      case 'account':
        return ofAccount;
      case 'young':
        return account && isYoungAt(account.verifiedAt, this.clock.now()) ? ofAccount : null;
      case 'stranger':
        return account?.emailVerified ? null : ofAddress;
    }
  }

  /** The id of the browser for the name in the body; null if nobody has signed in with it there. */
  private deviceOf(request: FastifyRequest): string | null {
    const name = loginThrottleKeyOf(request);
    return name && this.devices.idFor(request, name);
  }
}

/** What a request has counted, and the outcome with which it takes that back. */
interface Hits {
  readonly outcome: NonNullable<Limit['forgives']>;
  readonly keys: readonly string[];
  readonly at: Date;
}

const hitsOf = new WeakMap<FastifyRequest, readonly Hits[]>();

/** Notes hits that a request takes back if it has this outcome. */
function refundHits(request: FastifyRequest, hits: Hits): void {
  hitsOf.set(request, [...(hitsOf.get(request) ?? []), hits]);
}

/** Takes back the hits of requests with a forgiven outcome. The limits are checked before the outcome is known. */
@Injectable()
export class RateLimitRefund implements NestInterceptor {
  constructor(private readonly store: LimitStore) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const hits = hitsOf.get(context.switchToHttp().getRequest<FastifyRequest>());
    if (!hits) return next.handle();
    return next.handle().pipe(
      concatMap(async (answer: unknown) => {
        await this.takeBack(hits, 'success');
        return answer;
      }),
      catchError(async (error: unknown) => {
        if (error instanceof InvalidRequestException) await this.takeBack(hits, 'invalid');
        throw error;
      }),
    );
  }

  private async takeBack(hits: readonly Hits[], outcome: Hits['outcome']): Promise<void> {
    for (const { keys, at } of hits.filter((each) => each.outcome === outcome)) {
      await this.store.giveBack(keys, at);
    }
  }
}
