import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type Observable, catchError, concatMap } from 'rxjs';
import { LimitStore } from '../../infrastructure/limits/limit-store.port.js';
import type { Limit } from './limits.js';
import { InvalidRequestException } from './validation.js';

/** What a request has counted, and the outcome with which it takes that back. */
interface Hits {
  readonly outcome: NonNullable<Limit['forgives']>;
  readonly keys: readonly string[];
  readonly at: Date;
}

const hitsOf = new WeakMap<FastifyRequest, readonly Hits[]>();

/** Notes hits that a request takes back if it has this outcome. */
export function refundHits(request: FastifyRequest, hits: Hits): void {
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
