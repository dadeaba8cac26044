import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AdminSessionStore, Session } from '../../infrastructure/sessions/session-store.port.js';
import type { Clock, Ids } from '../../kernel/clock.js';
import { derivedId } from '../../kernel/derived-id.js';

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const LONGEST_USER_AGENT = 300;
/** The last use of a session is recorded once a minute at most. */
const TOUCH_AFTER_MS = 60_000;
/** How long a person who has shown who they are need not do so again, before an act that matters. */
export const FRESH_MS = 10 * 60_000;

export interface SessionLife {
  readonly lifeMs: number;
  /** Without a request for so long, a session ends. */
  readonly idleMs: number;
}

/** The cookie that holds the token. */
export interface SessionCookie {
  readonly name: string;
  readonly options: {
    readonly path: string;
    readonly httpOnly: boolean;
    readonly sameSite: 'lax' | 'strict';
    readonly secure: boolean;
  };
}

export interface SessionParts {
  readonly store: Omit<AdminSessionStore, 'scrub'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly life: SessionLife;
}

export interface Beginning {
  readonly proof?: string | null;
  readonly at?: Date;
}

/** Sessions with an opaque random token in a cookie, and their record on the server. */
export abstract class TokenSessions {
  constructor(protected readonly parts: SessionParts) {}

  /** The cookie. Its name depends on whether the site uses https. */
  protected abstract get cookie(): SessionCookie;

  /** The session of the request's cookie, or null. Requests that a page sends by itself do not count as use. */
  async read(request: FastifyRequest): Promise<Session | null> {
    const tokenHash = this.presented(request);
    if (!tokenHash) return null;
    const { store, clock } = this.parts;
    const now = clock.now();
    const session = await store.find(tokenHash, now);
    if (!session) return null;
    if (this.isIdle(session, now)) {
      await store.remove(tokenHash);
      return null;
    }
    const isDue = unusedFor(session, now) >= TOUCH_AFTER_MS;
    if (isDue && !isBackground(request)) await store.touch(tokenHash, now, request.ip);
    return session;
  }

  /**
   * Signs in with a new token, and ends the session that the browser had. Returns the hash of the token.
   * @param at when it begins; now by default
   */
  async start(
    request: FastifyRequest,
    reply: FastifyReply,
    accountId: string,
    { proof = null, at = this.parts.clock.now() }: Beginning = {},
  ): Promise<string> {
    const { store, ids, life } = this.parts;
    const before = this.presented(request);
    const token = ids.secret(TOKEN_BYTES);
    const tokenHash = hash('sha256', token);
    await store.add({
      tokenHash,
      // Not a new id: a repeated sign-in gets a session of its own.
      id: derivedId('session', tokenHash),
      accountId,
      createdAt: at,
      lastUsedAt: at,
      expiresAt: new Date(at.getTime() + life.lifeMs),
      userAgent: request.headers['user-agent']?.slice(0, LONGEST_USER_AGENT) ?? null,
      address: request.ip,
      proof,
    });
    // Last: other calls of the browser are on their way with it.
    if (before) await store.remove(before);
    const { name, options } = this.cookie;
    reply.setCookie(name, token, { ...options, maxAge: life.lifeMs / 1000 });
    return tokenHash;
  }

  /** Starts a new session and ends all others of the account. Returns the hash of the token. */
  async startAlone(request: FastifyRequest, reply: FastifyReply, accountId: string): Promise<string> {
    const tokenHash = await this.start(request, reply, accountId);
    await this.parts.store.removeAll(accountId, tokenHash);
    return tokenHash;
  }

  isFresh({ createdAt }: Session): boolean {
    return this.parts.clock.now().getTime() - createdAt.getTime() <= FRESH_MS;
  }

  /** Notes that the person of the request's session has just shown once more who they are. */
  async renew(request: FastifyRequest, proof: string | null = null): Promise<void> {
    const tokenHash = this.presented(request);
    if (tokenHash) await this.parts.store.renew(tokenHash, this.parts.clock.now(), proof);
  }

  /** Signs out; without a session, only the cookie is removed. */
  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const tokenHash = this.presented(request);
    if (tokenHash) await this.parts.store.remove(tokenHash);
    const { name, options } = this.cookie;
    reply.clearCookie(name, options);
    // The browser drops what it kept of pages and answers. What is in storage says nothing about the person.
    reply.header('clear-site-data', '"cache"');
  }

  /** The sessions of the account, last used first; `isCurrent` marks the session of the request. */
  async list(
    request: FastifyRequest,
    accountId: string,
  ): Promise<readonly { session: Session; isCurrent: boolean }[]> {
    const current = this.presented(request);
    const now = this.parts.clock.now();
    const sessions = await this.parts.store.ofAccount(accountId, now);
    return sessions
      .filter((session) => !this.isIdle(session, now))
      .map((session) => ({ session, isCurrent: session.tokenHash === current }));
  }

  async revoke(tokenHash: string): Promise<void> {
    await this.parts.store.remove(tokenHash);
  }

  /** Ends a session of the account by its id. Returns whether the account had it. */
  async endOne(accountId: string, id: string): Promise<boolean> {
    return this.parts.store.removeOne(accountId, id);
  }

  /** Ends all sessions of the account except that of the request. Returns how many. */
  async endOthers(request: FastifyRequest, accountId: string): Promise<number> {
    return this.parts.store.removeAll(accountId, this.presented(request));
  }

  async endAll(accountId: string): Promise<void> {
    await this.parts.store.removeAll(accountId, null);
  }

  /** Deletes expired sessions. They are already invalid; this only keeps the store small. Returns how many. */
  async sweep(): Promise<number> {
    return this.parts.store.removeExpired(this.parts.clock.now());
  }

  private isIdle(session: Session, now: Date): boolean {
    return unusedFor(session, now) >= this.parts.life.idleMs;
  }

  /** The hash of the request's token, if the token has the right format. */
  private presented(request: FastifyRequest): string | null {
    const token = request.cookies[this.cookie.name];
    return token && TOKEN.test(token) ? hash('sha256', token) : null;
  }
}

/** The header of requests that a page sends without its person: polls, and reads because something changed. */
const BACKGROUND = 'x-background';

/** Pictures and live connections cannot have the header. Both belong to a page that sends other requests for its person. */
function isBackground({ headers }: FastifyRequest): boolean {
  return (
    headers[BACKGROUND] !== undefined ||
    headers['sec-fetch-dest'] === 'image' ||
    headers.accept === 'text/event-stream'
  );
}

function unusedFor({ lastUsedAt }: Session, now: Date): number {
  return now.getTime() - lastUsedAt.getTime();
}
