import { OwnWritesCookie } from './own-writes-cookie.js';
import {
  BadRequestException,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
  UnprocessableEntityException,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Observable, finalize } from 'rxjs';
import { IdempotencyStore } from '../../infrastructure/idempotency/idempotency-store.port.js';
import { ServerSecret } from '../../infrastructure/sessions/server-secret.js';
import { causedBy, currentCausation } from '../../kernel/causation.js';
import { Clock } from '../../kernel/clock.js';
import { Repeatable } from '../../kernel/repeatable.js';
import { seal, unseal } from '../../kernel/sealed-text.js';
import { rateLimitKeyOf } from './rate-limit-key.js';
import { networkOf } from './network.js';
import { Site } from '../../site/site.js';

/** The header with the key that a client sends with a write, and again when it repeats the write. */
export const IDEMPOTENCY_KEY = 'idempotency-key';
/** Marks the answer to an earlier request. */
const REPLAYED = 'idempotent-replayed';

export const KEY = /^[A-Za-z0-9_-]{8,128}$/;
const KEPT_MS = 24 * 60 * 60_000;
/** How many requests of a person, or of all visitors of a network, are kept. After more, the oldest are forgotten. */
export const MOST_KEPT = 1000;
const LARGEST_ANSWER = 64 * 1024;
/** These answers say nothing about the request itself: the same request may be answered otherwise later. */
const PASSING: ReadonlySet<number> = new Set([401, 408, 425, 429]);

const KEYED = 'keyed';

/** Executes an action once for each `Idempotency-Key`; without it, actions ignore the header. */
export function Keyed(): MethodDecorator {
  return SetMetadata(KEYED, true);
}

interface Answer {
  readonly status: number;
  /** JSON; empty if there was no body. */
  readonly body: string;
}

/** The answer to the first execution of a request. Thrown, so that nothing else of the request is executed. */
export class EarlierAnswer extends Error {
  override readonly name = 'EarlierAnswer';

  constructor(private readonly answer: Answer) {
    super('the request was answered before');
  }

  send(reply: FastifyReply): void {
    const { status, body } = this.answer;
    reply.status(status).header(REPLAYED, 'true');
    void (body === '' ? reply.send() : reply.type('application/json; charset=utf-8').send(body));
  }
}

/** A request with a key, while it is executed. */
interface Begun {
  readonly id: string;
  readonly sealKey: Buffer;
  /** Lets the next request with this key begin, which gets the answer only if it is stored by then. */
  readonly end: () => void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Until its answer is sent. */
    begun?: Begun | undefined;
  }
}

/**
 * Executes requests with the same `Idempotency-Key` once: a repetition gets the first answer. If the first attempt got no
 * answer that counts, such as 503, it is executed again with the same ids, so that nothing is written twice.
 */
@Injectable()
export class IdempotencyKeys {
  /** The requests that are being executed, by id. */
  private readonly running = new Map<string, Promise<void>>();

  constructor(
    private readonly store: IdempotencyStore,
    private readonly secret: ServerSecret,
    private readonly clock: Clock,
    private readonly site: Site,
    private readonly reflector: Reflector,
    private readonly ownWrites: OwnWritesCookie,
  ) {}

  /** Whether an action is executed once for each key. */
  areFor(context: ExecutionContext): boolean {
    return this.reflector.get<true | undefined>(KEYED, context.getHandler()) ?? false;
  }

  /**
   * The id of a request that has begun before; null for all others. What the request contains does not matter: with other
   * content it is refused.
   */
  async begunBefore(request: FastifyRequest): Promise<string | null> {
    const key = keyOf(request);
    const name = key === null ? null : this.nameOf(request, key);
    if (name === null) return null;
    return this.running.has(name) || (await this.store.knows(name)) ? name : null;
  }

  /** Stores the answers, as they are sent. Call it after the cookies are registered, before `init`. */
  listen(fastify: FastifyInstance): void {
    fastify.addHook('onSend', (request, reply, payload, done) => {
      const { begun } = request;
      if (begun) {
        request.begun = undefined;
        void this.keep(request, reply, begun, payload);
      }
      done(null, payload);
    });
  }

  /**
   * Executes a request, or answers it with the answer to its first execution.
   * @param content all that makes it another request, except for its sender, method and address
   * @throws EarlierAnswer if there is one, BadRequestException for a malformed key, UnprocessableEntityException for a key
   * that was used for other content
   */
  async once(
    request: FastifyRequest,
    reply: FastifyReply,
    content: () => string,
    work: () => Observable<unknown>,
  ): Promise<Observable<unknown>> {
    const key = keyOf(request);
    if (key === null) return work();
    const name = this.nameOf(request, key);
    const fingerprint = this.secret.hmac('idempotent request', request.method, request.url, content());
    const end = await this.turn(name);
    try {
      const now = this.clock.now().getTime();
      const owner = this.secret.hmac('idempotency owner', ...rateLimitKeyOf(request)).toString('hex');
      const known = await this.store.begin(name, fingerprint.toString('hex'), new Date(now + KEPT_MS), {
        owner,
        most: MOST_KEPT,
      });
      if (known && known.fingerprint !== fingerprint.toString('hex')) {
        throw new UnprocessableEntityException('This Idempotency-Key was used for another request.');
      }
      const sealKey = this.secret.hmac('idempotent answer', name, key);
      if (known?.answer) throw new EarlierAnswer(JSON.parse(unseal(sealKey, name, known.answer)) as Answer);
      request.begun = { id: name, sealKey, end };
      const scope = this.secret.hmac('idempotent ids', name, fingerprint.toString('hex')).toString('hex');
      const repeatable = new Repeatable(scope, known !== null);
      return causedBy({ ...currentCausation(), repeatable }, work).pipe(endWhenLost(request, reply));
    } catch (error) {
      end();
      throw error;
    }
  }

  private nameOf(request: FastifyRequest, key: string): string {
    return this.secret.hmac('idempotency key', ...this.senderOf(request), key).toString('hex');
  }

  /** Who a key belongs to: a person, or for visitors their browser if it has a cookie, else their network. */
  private senderOf({ cookies, ip }: FastifyRequest): [kind: string, id: string] {
    const { kind, id } = currentCausation().actor;
    if (id !== null) return [kind, id];
    const cookie = cookies[this.site.cookie('device').name] ?? cookies[this.site.cookie('claim').name];
    return cookie ? ['browser', cookie] : ['network', networkOf(ip)];
  }

  /** Waits until no request with this id is executed. Returns what lets the next one begin. */
  private async turn(id: string): Promise<() => void> {
    while (this.running.has(id)) await this.running.get(id);
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.running.set(id, ended);
    return () => {
      // It is called again when the connection closes: by then another request may have the turn.
      if (this.running.get(id) === ended) this.running.delete(id);
      end();
    };
  }

  /** Cookies let somebody in. That of a checkout, and of own writes, does not: a repetition may go without it. */
  private hasSecrets(reply: FastifyReply): boolean {
    const harmless = [this.site.cookie('checkout').name, this.ownWrites.name];
    const isSecret = (one: unknown) => !harmless.some((name) => String(one).startsWith(`${name}=`));
    return [reply.getHeader('set-cookie') ?? []].flat().some(isSecret);
  }

  private async keep(
    request: FastifyRequest,
    reply: FastifyReply,
    { id, sealKey, end }: Begun,
    payload: unknown,
  ): Promise<void> {
    try {
      const body = payload ?? '';
      const { statusCode: status } = reply;
      const counts = status < 500 && !PASSING.has(status) && !this.hasSecrets(reply);
      if (!counts || typeof body !== 'string' || body.length > LARGEST_ANSWER) return;
      const answer: Answer = { status, body };
      await this.store.finish(id, seal(sealKey, id, JSON.stringify(answer)));
    } catch (error) {
      request.log.warn({ err: error }, 'an answer could not be kept for repetitions of the request');
    } finally {
      end();
    }
  }
}

/** Applies {@link IdempotencyKeys} to the actions that need it, but not to forms with a picture, whose content is read later. */
@Injectable()
export class IdempotentWrites implements NestInterceptor {
  constructor(private readonly keys: IdempotencyKeys) {}

  intercept(
    context: ExecutionContext,
    next: CallHandler,
  ): Observable<unknown> | Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    if (request.headers[IDEMPOTENCY_KEY] === undefined) return next.handle();
    const isForm = request.headers['content-type']?.startsWith('multipart/') ?? false;
    if (isForm || !this.keys.areFor(context)) return next.handle();
    const content = () => JSON.stringify(request.body ?? null);
    return this.keys.once(request, http.getResponse<FastifyReply>(), content, () => next.handle());
  }
}

/** The key of a request; null if it has none. */
function keyOf({ headers }: FastifyRequest): string | null {
  const key = headers[IDEMPOTENCY_KEY];
  if (key === undefined) return null;
  if (typeof key === 'string' && KEY.test(key)) return key;
  throw new BadRequestException('An Idempotency-Key has 8 to 128 letters, digits, hyphens or underscores.');
}

/** Ends a request whose client has gone, when it has been executed: its answer may not be sent at all. */
function endWhenLost<Value>(request: FastifyRequest, reply: FastifyReply) {
  const end = (): void => request.begun?.end();
  return finalize<Value>(() => {
    if (reply.raw.destroyed) end();
    else reply.raw.once('close', end);
  });
}
