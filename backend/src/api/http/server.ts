import fastifyCookie from '@fastify/cookie';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { BadRequestException, UnsupportedMediaTypeException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { timedUuid } from '../../kernel/timed-uuid.js';
import { ClientAddresses } from './client-addresses.js';
import { answerError } from './error.filter.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { requestLogger } from './logger.js';
import { authenticate } from './authenticate.js';
import { OwnWritesCookie } from './own-writes-cookie.js';
import { RequestAccounts } from './request-accounts.js';
import { RefusedWebhooks } from './refused-webhooks.js';
import { RequestAdmins } from './request-admins.js';
import { SecurityRecorder } from './security-recorder.js';
import { SAFE_METHODS } from './same-origin.guard.js';
import { Sessions } from './sessions.js';
import { SlowBodies } from './slow-bodies.js';
import { handleClientErrors } from './client-error-handler.js';

/** The largest request body that is not an upload, in bytes. */
const BODY_LIMIT = 64 * 1024;
/** The webhooks of the payment provider contain whole objects. */
const WEBHOOK_PATH = '/api/stripe/webhook';
const WEBHOOK_BODY_LIMIT = 256 * 1024;
/** Mail programs post to it with any type of body, or none, and nothing of the body counts. */
const UNSUBSCRIBE_PATH = '/api/unsubscribe';
/** The calls of the API whose body is not JSON, or is read by themselves. */
const OTHER_BODIES: ReadonlySet<string> = new Set([
  WEBHOOK_PATH,
  UNSUBSCRIBE_PATH,
  '/api/upload',
  '/api/posts/publish-direct',
  '/api/user/profile/picture',
]);
/** How long a client may take, in milliseconds. `SlowBodies` limits the rate of a body. */
const TIME_LIMITS = {
  /** For a whole request. No body that is in time reaches it, unless it has no end. */
  requestTimeout: 27 * 60_000,
  /** Without a byte in either direction; live news send one every 20 s. */
  connectionTimeout: 120_000,
  /** Between two requests. Longer than most proxies keep a connection, so that they never use one that is closing. */
  keepAliveTimeout: 75_000,
  http: {
    headersTimeout: 20_000,
    connectionsCheckingInterval: 5000,
    // Node's answer to a request without a host would have no body and no log line: `answerForNode` rejects it.
    requireHostHeader: false,
  },
};
const SANE_REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** What the server tells of its connections. */
interface Connection {
  readonly logger: Logger;
  /** Of every answer. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The Fastify options, for Nest's adapter. */
export function serverOptions({ logger, headers }: Connection): FastifyServerOptions {
  return {
    loggerInstance: logger,
    childLoggerFactory: requestLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    requestIdHeader: false,
    genReqId: requestIdOf,
    bodyLimit: BODY_LIMIT,
    ...TIME_LIMITS,
    rewriteUrl: (request: IncomingMessage) => pageAddress(request),
    // Invalid addresses never reach hooks and Nest.
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      addHeaders(request, reply, headers);
      reply.raw.once('close', () => logRequest(logger, request, reply));
      answerError(error, request, reply);
    },
    clientErrorHandler: handleClientErrors(logger, headers),
  } as FastifyServerOptions;
}

/** The id that a client gave a request, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : timedUuid();
}

/** The address of a request. A browser that asks for a page at one that cannot be decoded gets the page of unknown ones. */
function pageAddress({ url = '/', headers: { accept = '' } }: IncomingMessage): string {
  const path = url.split('?', 1)[0] ?? '';
  if (!path.includes('%') || path.startsWith('/api') || !accept.includes('text/html')) return url;
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return `${path.replaceAll('%', '%25')}${url.slice(path.length)}`;
  }
}

/**
 * Adds what every request needs: security headers, cookies, a log line, the session, and the causation of its events.
 * Call it before `init`.
 */
export async function setUpServer(
  app: NestFastifyApplication,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  await app.register(fastifyCookie);
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  fastify.addHook('onRoute', (route) => {
    if (route.url === UNSUBSCRIBE_PATH) route.onRequest = readAsText;
    if (route.url !== WEBHOOK_PATH) return;
    route.bodyLimit = WEBHOOK_BODY_LIMIT;
    // Before the controller: the body is too long, too deep, or no JSON.
    route.errorHandler = (error, _request, reply) => {
      app.get(RefusedWebhooks, { strict: false }).unreadable();
      void reply.send(error);
    };
  });
  answerWithHeaders(fastify, headers);
  finishHeaders(fastify);
  answerForNode(fastify);
  takeJson(fastify);
  refuseDeepBodies(fastify);
  logRequests(fastify);
  app.get(SecurityRecorder, { strict: false }).listen(fastify);
  endUnusedConnections(fastify);
  const find = { strict: false };
  const addresses = app.get(ClientAddresses, find);
  fastify.decorateRequest('ip', {
    getter() {
      return addresses.of(this.raw);
    },
  });
  app.get(SlowBodies, find).follow(fastify);
  closeAfterLastAnswers(fastify);
  app.get(IdempotencyKeys, find).listen(fastify);
  authenticate(fastify, {
    accounts: app.get(RequestAccounts, find),
    admins: app.get(RequestAdmins, find),
    sessions: app.get(Sessions, find),
    ownWrites: app.get(OwnWritesCookie, find),
  });
}

/** Text is all that no parser refuses. */
function readAsText({ raw }: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  raw.headers['content-type'] = 'text/plain';
  done();
}

function answerWithHeaders(fastify: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    addHeaders(request, reply, headers);
    done();
  });
}

function addHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
): void {
  reply.headers(headers);
  reply.header('x-request-id', request.id);
  if (isApi(request)) reply.header('cache-control', 'private, no-store');
}

/** A type of text that names no charset. The libraries leave it out for SVG and for the pages that describe the API. */
const WITHOUT_CHARSET = /^(?:text\/[^;]+|[^;]+\+xml)$/;

/**
 * All text is UTF-8; a browser that is not told may guess another. No proxy may rewrite a page: our policy would refuse the
 * scripts that it adds, and the page would no longer be what the server rendered.
 */
function finishHeaders(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    const type = reply.getHeader('content-type');
    if (typeof type === 'string' && WITHOUT_CHARSET.test(type)) {
      reply.header('content-type', `${type}; charset=utf-8`);
    }
    const caching = reply.getHeader('cache-control');
    if (String(type).startsWith('text/html') && !String(caching).includes('no-transform')) {
      reply.header('cache-control', [caching ?? 'no-cache', 'no-transform'].join(', '));
    }
    done(null, payload);
  });
}

/** Answers what Node would answer or drop by itself, without headers and a log line. */
function answerForNode(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', ({ raw }, _reply, done) => {
    if (namesOneHost(raw)) done();
    else done(new BadRequestException('The request does not name one host.'));
  });
  const { server } = fastify;
  // An expectation that the server does not know may be ignored.
  server.on('checkExpectation', (...request) => server.emit('request', ...request));
  server.on('connect', (_, socket) => server.emit('clientError', new Error('not a proxy'), socket));
}

/** Of two hosts, Node would take the first; a proxy in front may take the other. */
export function namesOneHost({ headers: { host }, rawHeaders, httpVersion }: IncomingMessage): boolean {
  if (!host) return httpVersion !== '1.1';
  const isHost = (text: string, index: number) =>
    index % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host';
  return !host.includes(',') && rawHeaders.filter(isHost).length === 1;
}

const JSON_TYPE = /^application\/json *(?:;|$)/i;

/** Any site can let a browser send forms and texts without asking first, so the API reads JSON alone. */
function takeJson(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', ({ method, headers, routeOptions: { url = '' } }, _reply, done) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
    const isRead = hasBody && !SAFE_METHODS.has(method) && url.startsWith('/api/') && !OTHER_BODIES.has(url);
    if (!isRead || JSON_TYPE.test(headers['content-type'] ?? '')) done();
    else {
      const message = 'The body must be JSON, with the content type application/json.';
      done(new UnsupportedMediaTypeException(message));
    }
  });
}

/** No valid request nests deeper; a deeper one could only overflow the stack of recursive code. */
const DEEPEST = 10;
/** Of a webhook: its objects contain others. */
const DEEPEST_WEBHOOK = 100;

function refuseDeepBodies(fastify: FastifyInstance): void {
  fastify.addHook('preValidation', (request, _reply, done) => {
    const deepest = request.routeOptions.url === WEBHOOK_PATH ? DEEPEST_WEBHOOK : DEEPEST;
    let level: unknown[] = [request.body];
    for (let depth = 0; level.length > 0 && depth <= deepest; depth += 1) {
      level = level.flatMap((value) =>
        typeof value === 'object' && value !== null ? Object.values(value) : [],
      );
    }
    if (level.length === 0) done();
    else done(new BadRequestException('The request could not be read. Please check the data that you sent.'));
  });
}

/**
 * Browsers open spare connections. In Node 24 a connection without a request does not count as idle, so closing the
 * server would wait for it.
 */
function endUnusedConnections(fastify: FastifyInstance): void {
  const unused = new Set<Socket>();
  let isStopping = false;
  fastify.server.on('connection', (socket: Socket) => {
    if (isStopping) socket.destroy();
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  fastify.server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket));
  fastify.addHook('preClose', (done) => {
    isStopping = true;
    for (const socket of unused) socket.destroy();
    done();
  });
}

/** Logs one line per request, without query (it may contain a token), headers and body. */
function logRequests(fastify: FastifyInstance): void {
  // These fields contain no secrets, and redaction would take ten times as long as writing the line.
  const lines = fastify.log.child({}, { redact: [] });
  fastify.addHook('onResponse', (request, reply, done) => {
    logRequest(lines, request, reply);
    done();
  });
}

function logRequest(lines: FastifyBaseLogger, request: FastifyRequest, reply: FastifyReply): void {
  const { id: requestId, method } = request;
  const { statusCode: status } = reply;
  const milliseconds = Math.round(reply.elapsedTime * 10) / 10;
  lines.info({ requestId, method, path: pathOf(request), status, milliseconds }, 'request');
}

function isApi(request: FastifyRequest): boolean {
  return request.url.startsWith('/api/');
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/';
}

/**
 * Closes each connection after its answer once the server stops. Otherwise connections that clients keep open would
 * hold up the stop until it is forced.
 */
function closeAfterLastAnswers(fastify: FastifyInstance): void {
  let isStopping = false;
  fastify.addHook('preClose', (done) => {
    isStopping = true;
    done();
  });
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('connection', 'close');
    done(null, payload);
  });
  // The headers of an answer that is long on its way were sent before the stop.
  fastify.addHook('onResponse', (_request, _reply, done) => {
    done();
    if (isStopping) setImmediate(() => fastify.server.closeIdleConnections());
  });
}
