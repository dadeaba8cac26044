import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type Observable, catchError } from 'rxjs';
import { LimitStore } from '../../infrastructure/limits/limit-store.port.js';
import { InvalidRequestException } from './validation.js';

/** What a request has counted, and takes back if it is invalid. */
interface Hits {
  readonly keys: readonly string[];
  readonly at: Date;
}

const hitsOf = new WeakMap<FastifyRequest, Hits>();

/** Notes the hits that a request takes back if its fields are invalid. */
export function forgiveIfInvalid(request: FastifyRequest, keys: readonly string[], at: Date): void {
  if (keys.length > 0) hitsOf.set(request, { keys, at });
}

/** Takes back the hits of requests with invalid fields. The limits are checked before the fields are. */
@Injectable()
export class ForgivenHits implements NestInterceptor {
  constructor(private readonly store: LimitStore) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const hits = hitsOf.get(context.switchToHttp().getRequest<FastifyRequest>());
    if (!hits) return next.handle();
    return next.handle().pipe(catchError((error: unknown) => this.rethrown(error, hits)));
  }

  private async rethrown(error: unknown, { keys, at }: Hits): Promise<never> {
    if (error instanceof InvalidRequestException) await this.store.giveBack(keys, at);
    throw error;
  }
}
