import { SAFE_METHODS } from './same-origin.guard.js';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import fastifyCookie from '@fastify/cookie';
import { BadRequestException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type FastifyInstance, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify';
import type { Logger } from 'pino';
import { causedBy } from '../../kernel/causation.js';
import { Accounts } from './accounts.js';
import type { Account } from './current-account.js';
import { answerError } from './error.filter.js';
import { securityHeaders } from './security-headers.js';
import { Sessions } from './sessions.js';
import { Site } from './site.js';

/** The largest body that is not an upload, in bytes. */
const BODY_LIMIT = 64 * 1024;
const SANE_REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/;

/**
 * How Fastify is to be set up: to be given to Nest's adapter.
 * @param trustedProxies how many proxies in front are believed: the client is whom the outermost of them saw
 */
export function serverOptions(logger: Logger, trustedProxies: number): FastifyServerOptions {
  return {
    // Given a plain number, Fastify trusts nobody. Hop 0 is the socket's own address.
    trustProxy: trustedProxies > 0 && ((_address: string, hop: number) => hop < trustedProxies),
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    requestIdHeader: false,
    genReqId: (request: IncomingMessage) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : randomUUID();
    },
    bodyLimit: BODY_LIMIT,
    // Addresses that can't be read never get as far as Nest.
    frameworkErrors: answerError,
    clientErrorHandler: refuseUnreadable,
  } as FastifyServerOptions;
}

/** Answers what is not even HTTP, or has headers beyond measure, before there is a request to speak of. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  // Whoever has hung up is told nothing.
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const status = isTooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const body = JSON.stringify({
    message: isTooLarge ? 'The headers are too large.' : 'The request could not be understood.',
    code: isTooLarge ? 'too_large' : 'invalid',
    requestId: randomUUID(),
  });
  const headers = [
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.end([`HTTP/1.1 ${status}`, ...headers, 'connection: close', '', body].join('\r\n'));
}

/**
 * Gives the application what every request goes through: security headers, cookies, the request's log line,
 * who is signed in, and whom its events are put down to. To be called before `init`.
 */
export async function setUpServer(app: NestFastifyApplication): Promise<void> {
  const site = app.get(Site, { strict: false });
  await app.register(fastifyCookie);
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  answerWithHeaders(fastify, site);
  refuseDeepBodies(fastify);
  logRequests(fastify);
  endUnusedConnections(fastify);
  identify(fastify, app.get(Sessions, { strict: false }), app.get(Accounts, { strict: false }));
}

function answerWithHeaders(fastify: FastifyInstance, site: Site): void {
  const headers = {
    ...securityHeaders(site),
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  };
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    reply.header('x-request-id', request.id);
    if (isApi(request)) reply.header('cache-control', 'no-store');
    done();
  });
}

/** No request of ours nests deeper; what does would only overflow whoever walks through it. */
const DEEPEST = 10;

function refuseDeepBodies(fastify: FastifyInstance): void {
  fastify.addHook('preValidation', (request, _reply, done) => {
    let level: unknown[] = [request.body];
    for (let depth = 0; level.length > 0 && depth <= DEEPEST; depth += 1) {
      level = level.flatMap((value) =>
        typeof value === 'object' && value !== null ? Object.values(value) : [],
      );
    }
    if (level.length === 0) done();
    else done(new BadRequestException('The request could not be read. Please check what was sent.'));
  });
}

/**
 * Browsers open connections in advance. One that has never carried a request does not count as idle in Node 24, and
 * stopping would wait for it.
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

/** One line a request, without query (it may hold a token), headers and body. */
function logRequests(fastify: FastifyInstance): void {
  // There is no secret in these fields to look for, and looking takes ten times as long as the line itself.
  const lines = fastify.log.child({}, { redact: [] });
  fastify.addHook('onResponse', (request, reply, done) => {
    const { id: requestId, method } = request;
    const { statusCode: status } = reply;
    const milliseconds = Math.round(reply.elapsedTime * 10) / 10;
    lines.info({ requestId, method, path: pathOf(request), status, milliseconds }, 'request');
    done();
  });
}

/**
 * Reads the session once, after the body: reading a body would lose the context that the causation is kept
 * in.
 */
function identify(fastify: FastifyInstance, sessions: Sessions, accounts: Accounts): void {
  fastify.decorateRequest('account', null);
  const accountOf = async (request: FastifyRequest): Promise<Account | null> => {
    const session = isApi(request) ? await sessions.read(request) : null;
    if (!session) return null;
    const { accountId, createdAt } = session;
    return SAFE_METHODS.has(request.method)
      ? accounts.signedInToRead(accountId, createdAt)
      : accounts.signedIn(accountId, createdAt);
  };
  fastify.addHook('preHandler', (request, _reply, done) => {
    accountOf(request).then((account) => {
      request.account = account;
      const actor = account
        ? ({ kind: 'user', id: account.id } as const)
        : ({ kind: 'visitor', id: null } as const);
      const { id } = request;
      causedBy({ actor, requestId: id, correlationId: id, causationId: id }, done);
    }, done);
  });
}

function isApi(request: FastifyRequest): boolean {
  return request.url.startsWith('/api/');
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/';
}
