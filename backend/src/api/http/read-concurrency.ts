import {
  type CallHandler,
  type ExecutionContext,
  HttpException,
  HttpStatus,
  Injectable,
  type NestInterceptor,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Observable, finalize, of } from 'rxjs';
import { rateLimitKeyOf, groupOf } from './rate-limit-key.js';
import { FairQueue, type QueueLimits } from './fair-queue.js';
import { LimitSwitch } from './limits.guard.js';
import type { Group } from './concurrency-slots.js';
import { SAFE_METHODS } from './same-origin.guard.js';

/** How many reads a server does at once for each group of people, and how many may wait for that. */
export const READ_CONCURRENCY = {
  /** Admins, and people with a verified email. */
  people: { atOnce: 8, ofCaller: 60, waiting: 1000 },
  /** Accounts are free to create, so these wait for each other only. */
  unverified: { atOnce: 2, ofCaller: 60, waiting: 400 },
  visitors: { atOnce: 2, ofCaller: 60, waiting: 400 },
} as const satisfies Readonly<Record<Group, QueueLimits>>;

/** When to try again, in seconds. */
const RETRY_AFTER = 2;

const OWN_CONCURRENCY = 'own-turns';

/** Exempts a read that has limits of its own, or that would keep its turn for long. */
export function OwnConcurrency(): MethodDecorator {
  return SetMetadata(OWN_CONCURRENCY, true);
}

/**
 * Lets the reads of each group of people be done a few at a time. All reads share one thread, so without it a few visitors
 * who ask for the most expensive lists again and again keep everybody waiting; with it they wait for each other.
 */
@Injectable()
export class ReadConcurrency implements NestInterceptor {
  private readonly queues: Readonly<Record<Group, FairQueue>> = {
    people: new FairQueue(READ_CONCURRENCY.people),
    unverified: new FairQueue(READ_CONCURRENCY.unverified),
    visitors: new FairQueue(READ_CONCURRENCY.visitors),
  };

  constructor(
    private readonly limits: LimitSwitch,
    private readonly reflector: Reflector,
  ) {}

  intercept(
    context: ExecutionContext,
    next: CallHandler,
  ): Observable<unknown> | Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    if (!this.concerns(request, context)) return next.handle();
    return this.inTurn(request, http.getResponse<FastifyReply>(), next);
  }

  private async inTurn(
    request: FastifyRequest,
    reply: FastifyReply,
    next: CallHandler,
  ): Promise<Observable<unknown>> {
    const leave = await this.enter(request, reply);
    // Nobody waits for the answer any more.
    if (reply.raw.destroyed) {
      leave();
      return of(null);
    }
    return next.handle().pipe(finalize(leave));
  }

  /**
   * Waits for a turn. Resolves to what ends it.
   * @throws HttpException (429, 503) at once if too many wait
   */
  enter(request: FastifyRequest, reply: FastifyReply): Promise<() => void> {
    const queue = this.queues[groupOf(request)];
    const caller = rateLimitKeyOf(request).join(' ');
    if (queue.isFullFor(caller)) {
      throw refused(reply, HttpStatus.TOO_MANY_REQUESTS, 'Too many pages were asked for at once.');
    }
    if (queue.isFull()) {
      throw refused(reply, HttpStatus.SERVICE_UNAVAILABLE, 'Many people are here right now.');
    }
    return queue.enter(caller);
  }

  /** The same for a page, which everyone gets as a visitor. Null if too many wait. */
  async enterAsVisitor(network: string): Promise<(() => void) | null> {
    const queue = this.queues.visitors;
    const caller = `address ${network}`;
    return queue.isFullFor(caller) || queue.isFull() ? null : queue.enter(caller);
  }

  private concerns({ method, url }: FastifyRequest, context: ExecutionContext): boolean {
    if (!this.limits.isOn || !SAFE_METHODS.has(method) || !url.startsWith('/api/')) return false;
    return !this.reflector.get<true | undefined>(OWN_CONCURRENCY, context.getHandler());
  }
}

function refused(reply: FastifyReply, status: HttpStatus, reason: string): HttpException {
  reply.header('retry-after', RETRY_AFTER);
  return new HttpException({ message: `${reason} Please try again in a moment.`, code: 'busy' }, status);
}
