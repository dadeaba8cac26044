import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from './error-body.js';
import { problemOf } from './problem.js';

/** Seconds after which a client may try again what was not available. */
const RETRY_AFTER = 5;

/** Answers every error with an {@link ErrorBody}, and logs those that are ours. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const { status, ...body } = problemOf(error);
    if (status >= 500) request.log.error({ err: error }, 'a request failed');
    if (reply.sent) return;
    if (status === 503) reply.header('retry-after', RETRY_AFTER);
    const answer: ErrorBody = { ...body, requestId: request.id };
    void reply
      .status(status)
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(answer);
  }
}
