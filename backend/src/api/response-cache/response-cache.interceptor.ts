import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Observable, mergeMap, of } from 'rxjs';
import { ResponseCache } from './response-cache.js';
import { PublicAnswer } from './public-answer.js';
import { SAFE_METHODS } from '../http/same-origin.guard.js';

/** Composes the public answers that routes return, and keeps them. `AnswerListener` then answers without the routes. */
@Injectable()
export class Answers implements NestInterceptor {
  constructor(private readonly kept: ResponseCache) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (!SAFE_METHODS.has(context.switchToHttp().getRequest<FastifyRequest>().method)) return next.handle();
    return next
      .handle()
      .pipe(
        mergeMap((answer: unknown) =>
          answer instanceof PublicAnswer ? this.send(context, answer) : of(answer),
        ),
      );
  }

  private async send(context: ExecutionContext, answer: PublicAnswer): Promise<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const state = await this.kept.answer(request.raw.url ?? '', answer);
    if (!state) return answer.otherwise();
    const { body, headers } = await state.accepted(request.headers['accept-encoding']);
    http.getResponse<FastifyReply>().headers(headers);
    return body;
  }
}
