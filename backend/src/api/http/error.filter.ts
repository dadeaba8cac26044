import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from './error-body.js';
import { problemOf } from './problem.js';

/** Seconds after which a client may try again what was not available, or was too much, if nobody knows better. */
const RETRY_AFTER = 5;

/** Answers every error of Nest's with an {@link ErrorBody}. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    answerError(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }
}

/** Answers a request with what may be told of an error, and logs it if it is ours. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, ...body } = problemOf(error);
  if (status >= 500) request.log.error({ err: error }, 'a request failed');
  if (reply.sent) return;
  if ((status === 503 || status === 429) && !reply.hasHeader('retry-after')) {
    reply.header('retry-after', RETRY_AFTER);
  }
  const answer: ErrorBody = { ...body, requestId: request.id };
  void reply
    .status(status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(answer);
}
