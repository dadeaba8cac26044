import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { type Observable, from, mergeAll } from 'rxjs';
import { Answers } from '../api/response-cache/response-cache.interceptor.js';
import { GeneratedFiles } from '../api/http/generated-files.js';
import { IdempotentWrites } from '../api/http/idempotency-keys.js';
import { RateLimitRefund } from '../api/http/limits.guard.js';
import { ReadConcurrency } from '../api/http/read-concurrency.js';

/**
 * All interceptors of requests, the outer ones first. Nest would wrap each of them in Observables of its own; here one that has
 * nothing to do costs a call.
 */
@Injectable()
export class Interceptors implements NestInterceptor {
  private readonly all: readonly NestInterceptor[];

  constructor(
    files: GeneratedFiles,
    reads: ReadConcurrency,
    refunds: RateLimitRefund,
    writes: IdempotentWrites,
    answers: Answers,
  ) {
    this.all = [files, reads, refunds, writes, answers];
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return this.from(0, context, next);
  }

  private from(index: number, context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const interceptor = this.all[index];
    if (!interceptor) return next.handle();
    const inner = { handle: () => this.from(index + 1, context, next) };
    const intercepted = interceptor.intercept(context, inner);
    return intercepted instanceof Promise ? from(intercepted).pipe(mergeAll()) : intercepted;
  }
}
