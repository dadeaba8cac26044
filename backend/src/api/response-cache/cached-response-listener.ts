import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { ClientAddresses } from '../http/client-addresses.js';
import { LimitSwitch } from '../http/limits.guard.js';
import { networkOf } from '../http/network.js';
import { type Handler, acceptConnectionsFirst } from '../http/connection-fairness.js';
import { OwnWritesCookie } from '../http/own-writes-cookie.js';
import { ReadLimits, isLimited } from '../http/read-limits.js';
import { namesOneHost, requestIdOf } from '../http/server.js';
import { type Representation, isNamed } from './response-state.js';
import { ResponseCache } from './response-cache.js';

/** What all answers of the server have in common. */
interface Connection {
  readonly headers: Readonly<Record<string, string>>;
}

interface Server extends Connection {
  readonly log: FastifyBaseLogger;
  /** Lets Fastify answer. */
  readonly goOn: Handler;
}

interface Counted {
  /** For a request that Nest answers, which counts it too. */
  readonly giveBack: () => void;
}

/**
 * Answers requests for what is kept, before Fastify and Nest get them. Whatever is not kept, or needs more than the bytes,
 * goes on to them.
 */
@Injectable()
export class AnswerListener {
  private isStopping = false;

  constructor(
    private readonly kept: ResponseCache,
    private readonly limits: LimitSwitch,
    private readonly reads: ReadLimits,
    private readonly addresses: ClientAddresses,
    private readonly ownWrites: OwnWritesCookie,
  ) {}

  /** Call it before the server listens. */
  listen(fastify: FastifyInstance, connection: Connection): void {
    const { server } = fastify;
    const [goOn] = server.listeners('request') as Handler[];
    if (!goOn) throw new Error('the server has no listener for requests');
    // These fields contain no secrets, and redaction would take ten times as long as writing the line.
    const how = { ...connection, goOn, log: fastify.log.child({}, { redact: [] }) };
    server.off('request', goOn);
    const answer: Handler = (request, response) => {
      if (!this.answer(request, response, how)) goOn(request, response);
    };
    server.prependListener(
      'request',
      acceptConnectionsFirst(server, answer, () => performance.now()),
    );
    fastify.addHook('preClose', (done) => {
      this.isStopping = true;
      done();
    });
    answerUnchanged(fastify);
  }

  /** Answers a request, now or soon. Returns false if it does not. */
  private answer(request: IncomingMessage, response: ServerResponse, { goOn, ...server }: Server): boolean {
    const { method, url = '', headers } = request;
    const answer = this.kept.at(url);
    if (!answer || this.isStopping || (method !== 'GET' && method !== 'HEAD')) return false;
    if (!headers.host || !namesOneHost(request)) return false;
    // Nest waits until what the browser wrote elsewhere is shown.
    if (headers.cookie?.includes(`${this.ownWrites.name}=`)) return false;
    if (headers['content-length'] || headers['transfer-encoding']) return false;
    const state = this.kept.stateOf(answer);
    // The route of the pages decides whether one is rendered again.
    if (!state && !isLimited(url)) return false;
    const count = this.count(request);
    if (count === 'too many') return false;
    const begin = performance.now();
    const send = (representation: Representation | null) => {
      // Fastify tells a client that its connection is closing.
      if (representation === null || this.isStopping) {
        count?.giveBack();
        goOn(request, response);
      } else this.send(request, response, representation, { ...server, begin });
    };
    const accept = headers['accept-encoding'];
    const accepted =
      state?.accepted(accept) ??
      this.kept.renew(answer).then((renewed) => renewed && renewed.accepted(accept));
    if (accepted instanceof Promise) accepted.then(send, () => send(null));
    else send(accepted);
    return true;
  }

  /** Counts a read. One over the limit of its network may be of a person, who has a limit of their own. */
  private count(request: IncomingMessage): Counted | 'too many' | null {
    const { url = '' } = request;
    if (!this.limits.isOn || !isLimited(url)) return null;
    const caller = ['address', networkOf(this.addresses.of(request))] as const;
    const isSearch = url.includes('search=');
    if (this.reads.takeFor(caller, isSearch) !== null) return 'too many';
    return { giveBack: () => this.reads.giveBack(caller, isSearch) };
  }

  private send(
    request: IncomingMessage,
    response: ServerResponse,
    representation: Representation,
    { headers, log, begin }: Omit<Server, 'goOn'> & { readonly begin: number },
  ): void {
    const { method, url = '/', headers: asked } = request;
    const isUnchanged = isNamed(asked['if-none-match'], representation.etag);
    const status = isUnchanged ? 304 : 200;
    const requestId = requestIdOf(request);
    const sent = (isUnchanged ? withoutBody : whole)(representation, headers);
    response.writeHead(status, [...sent, 'x-request-id', requestId]);
    response.end(isUnchanged || method === 'HEAD' ? undefined : representation.body);
    const milliseconds = Math.round((performance.now() - begin) * 10) / 10;
    log.info({ requestId, method, path: url.split('?', 1)[0], status, milliseconds }, 'request');
  }
}

/** The headers of an answer in the form that Node sends fastest: names and values in turns. */
function flatHeaders(isSent: (name: string) => boolean) {
  const known = new WeakMap<Representation, string[]>();
  return (representation: Representation, headers: Connection['headers']): string[] => {
    let flat = known.get(representation);
    if (!flat) {
      const all = Object.entries({ ...headers, ...representation.headers });
      flat = all.filter(([name]) => isSent(name)).flat();
      known.set(representation, flat);
    }
    return flat;
  };
}

const whole = flatHeaders(() => true);
const withoutBody = flatHeaders((name) => !/^content-(?:length|type|encoding)$/.test(name));

/** Answers 304 where a client has what a route has composed. */
function answerUnchanged(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const etag = reply.getHeader('etag');
    const isUnchanged =
      request.url.startsWith('/api/') &&
      reply.statusCode === 200 &&
      typeof etag === 'string' &&
      isNamed(request.headers['if-none-match'], etag);
    if (!isUnchanged) return done(null, payload);
    reply.code(304).removeHeader('content-length').removeHeader('content-type');
    done(null, null);
  });
}
