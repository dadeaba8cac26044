import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from './error-body.js';
import { EarlierAnswer } from './idempotency-keys.js';
import { errorResponseOf } from './error-response.js';
import { note } from './security-notes.js';

/** The default for `retry-after`, in seconds. */
const RETRY_AFTER = 5;

/** Statuses of failures that pass without a change of the program. */
const MAY_PASS: ReadonlySet<number> = new Set([503, 507]);

/** Answers every error in Nest with an {@link ErrorBody}. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    answerError(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }
}

/** Answers a request with what a client may know of an error. Logs errors of the server. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof EarlierAnswer) {
    error.send(reply);
    return;
  }
  // The client closed the connection before its request was complete. Nobody can do anything about it.
  if (request.raw.destroyed && !request.raw.complete) {
    const { method, url } = request;
    request.log.info({ method, path: url.split('?', 1)[0], reason: reasonOf(error) }, 'a request broke off');
    return;
  }
  const isUpload = request.headers['content-type']?.startsWith('multipart/') ?? false;
  const { status, ...body } = errorResponseOf(error, isUpload);
  note(request, { code: body.code });
  // Expected while a view is built, a store is away or a disk is full, and then for every request: the stack says
  // nothing new.
  if (MAY_PASS.has(status)) request.log.warn({ reason: reasonOf(error) }, 'a request could not be served');
  else if (status >= 500) request.log.error({ err: error }, 'a request failed');
  if (reply.sent) return;
  if ((MAY_PASS.has(status) || status === 429) && !reply.hasHeader('retry-after')) {
    reply.header('retry-after', RETRY_AFTER);
  }
  const answer: ErrorBody = { ...body, requestId: request.id };
  void reply
    .status(status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'private, no-store')
    .send(answer);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
