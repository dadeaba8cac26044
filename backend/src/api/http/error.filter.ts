import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from './error-body.js';
import { problemOf } from './problem.js';

/** Default Retry-After in seconds, for 429 and 503. */
const RETRY_AFTER = 5;

/** Answers all errors with an {@link ErrorBody}. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    answerError(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }
}

/** Sends the error response, and logs the error if it is a server error. */
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
