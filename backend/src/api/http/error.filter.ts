import { HttpException, HttpStatus, type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ALL_ADMINS, AdminRoles } from '../../domain/admin/admin-roles.js';
import { type Refusal, Rejected } from '../../kernel/aggregate.js';
import { DocumentStoreUnavailableError } from '../../kernel/document-store.js';
import { KeyMissingError } from '../../kernel/key-ring.js';
import { UndecodableError } from '../../kernel/undecodable.js';
import { EventLogUnavailableError } from '../../kernel/event-log.js';
import { damagedFileIn } from '../../infrastructure/disk/damaged-file.js';
import { type Shortage, shortageOf } from '../../infrastructure/disk/shortage.js';
import { ImagesUnavailableError } from '../../infrastructure/images/image-store.port.js';
import { PhotoRefusedError } from '../../infrastructure/images/photo-refused.error.js';
import { JudgeUnavailableError } from '../../infrastructure/judge/photo-judge.port.js';
import {
  PaymentRefusedError,
  PaymentsUnavailableError,
} from '../../infrastructure/payments/payments.port.js';
import { InvalidRequestException } from './validation.js';
import type { ErrorBody } from './error-body.js';
import { EarlierAnswer } from './idempotency-keys.js';
import { note } from './security-notes.js';

/** The error response for an exception. An HttpException can add `code` and `errors` in its response. */
interface ErrorResponse {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

const STATUS_OF_REFUSAL: Readonly<Record<Refusal, number>> = {
  invalid: 400,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
};

const CODES: Readonly<Record<number, string>> = {
  400: 'invalid',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'timeout',
  409: 'conflict',
  410: 'gone',
  413: 'too_large',
  414: 'address_too_long',
  415: 'unsupported_media_type',
  421: 'wrong_host',
  422: 'unprocessable',
  429: 'too_many_requests',
  503: 'unavailable',
  507: 'storage_full',
};

/** Messages for errors of the framework, whose own messages are for programmers. */
const WORDS: Readonly<Record<number, string>> = {
  400: 'The request could not be read. Please check the data that you sent.',
  404: 'There is nothing here.',
  413: 'The request is too large.',
  414: 'The address is too long.',
  415: 'This content type is not supported.',
};

const INTERNAL: ErrorResponse = {
  status: 500,
  code: 'internal',
  message: 'Something went wrong on our side. Please try again.',
};

const UNAVAILABLE: ErrorResponse = {
  status: 503,
  code: 'unavailable',
  message: 'This is not available right now. Please try again in a moment.',
};

const ROLES = `${AdminRoles.category}-${ALL_ADMINS}`;

/** Nobody acts in the back office while an event about roles can't be read: it may have dismissed them. */
const ROLES_UNREADABLE: ErrorResponse = {
  status: 503,
  code: 'roles_unreadable',
  message:
    'Nobody can use the back office right now: an event about roles cannot be read. The operator of this server finds it in /health, and what to do in docs/operations.md, "Quarantine".',
};

const UNAVAILABLE_ERRORS = [
  EventLogUnavailableError,
  DocumentStoreUnavailableError,
  UndecodableError,
  KeyMissingError,
  ImagesUnavailableError,
  PaymentsUnavailableError,
  PaymentRefusedError,
] as const;

/** Answers to requests that the server has no room or no file descriptors for. */
const SHORT: Readonly<Record<Shortage, ErrorResponse>> = {
  room: {
    status: 503,
    code: 'storage_full',
    message: 'Nothing can be saved right now. Please try again later.',
  },
  disk: {
    status: 503,
    code: 'storage_failed',
    message: 'Nothing can be saved right now. Please try again later.',
  },
  descriptors: {
    status: 503,
    code: 'busy',
    message: 'The server is busy right now. Please try again in a moment.',
  },
};

/** The same for an upload. */
const NO_ROOM_FOR_UPLOADS: ErrorResponse = {
  status: 507,
  code: 'storage_full',
  message: "Your picture can't be saved right now. Please try again later.",
};

/**
 * The error response for anything that was thrown. Messages that are not meant for people are not included.
 * @param isUpload whether the request brought a file
 */
export function errorResponseOf(error: unknown, isUpload = false): ErrorResponse {
  if (damagedFileIn(error)) return UNAVAILABLE;
  const shortage = shortageOf(error);
  if (shortage) return isUpload ? NO_ROOM_FOR_UPLOADS : SHORT[shortage];
  if (error instanceof Rejected) return problem(STATUS_OF_REFUSAL[error.refusal], error.message);
  if (error instanceof InvalidRequestException)
    return { ...problem(400, error.message), errors: error.errors };
  if (error instanceof PhotoRefusedError)
    return { ...problem(error.status, error.message), code: error.code };
  if (error instanceof JudgeUnavailableError) return { ...UNAVAILABLE, message: error.message };
  if (error instanceof UndecodableError && error.event.stream === ROLES) return ROLES_UNREADABLE;
  if (UNAVAILABLE_ERRORS.some((known) => error instanceof known)) return UNAVAILABLE;
  if (error instanceof HttpException) return ofHttpException(error);
  return ofFramework(error) ?? INTERNAL;
}

function ofHttpException(error: HttpException): ErrorResponse {
  const status = error.getStatus();
  // Unparsable bodies, and paths without a controller.
  const isFramework =
    isFrameworkFault(error.cause) ||
    error.cause instanceof SyntaxError ||
    /^Cannot [A-Z]+ /.test(error.message);
  if (isFramework) return problem(status, WORDS[status] ?? error.message);
  if (status === HttpStatus.INTERNAL_SERVER_ERROR) return INTERNAL;
  const { code, errors } = Object(error.getResponse()) as Partial<ErrorResponse>;
  return {
    ...problem(status, error.message),
    ...(typeof code === 'string' && { code }),
    ...(errors && { errors }),
  };
}

function ofFramework(error: unknown): ErrorResponse | null {
  if (!isFrameworkFault(error) || error.statusCode >= 500) return null;
  return problem(error.statusCode, WORDS[error.statusCode] ?? 'The request could not be understood.');
}

function isFrameworkFault(error: unknown): error is { readonly statusCode: number } {
  const { code, statusCode } = Object(error) as { code?: unknown; statusCode?: unknown };
  return typeof code === 'string' && code.startsWith('FST_') && typeof statusCode === 'number';
}

function problem(status: number, message: string): ErrorResponse {
  return { status, code: CODES[status] ?? 'refused', message };
}

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
