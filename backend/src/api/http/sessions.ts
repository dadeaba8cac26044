import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clock, Ids } from '../../kernel/clock.js';
import { type Session, SessionStore } from '../../infrastructure/sessions/session-store.port.js';
import { ClaimCookie } from './claim-cookie.js';
import { note } from './security-notes.js';
import { Site } from './site.js';

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const DAYS_30 = 30 * 24 * 60 * 60;
const LONGEST_USER_AGENT = 300;
/** The last use of a session is recorded once a minute at most. */
const TOUCH_AFTER_MS = 60_000;

/** Login sessions: an opaque random token in a cookie, and its record on the server. */
@Injectable()
export class Sessions {
  constructor(
    @Inject(SessionStore) private readonly store: SessionStore,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Ids) private readonly ids: Ids,
    @Inject(Site) private readonly site: Site,
    @Inject(ClaimCookie) private readonly claim: ClaimCookie,
  ) {}

  /** The session of the request's cookie, or null. */
  async read(request: FastifyRequest): Promise<Session | null> {
    const tokenHash = this.presented(request);
    if (!tokenHash) return null;
    const now = this.clock.now();
    const session = await this.store.find(tokenHash, now);
    if (session && now.getTime() - session.lastUsedAt.getTime() >= TOUCH_AFTER_MS) {
      await this.store.touch(tokenHash, now, request.ip);
    }
    return session;
  }

  /**
   * Signs an account in for 30 days with a new token. Ends the session that the browser had, and the claim that
   * another account had. Returns the hash of the token.
   */
  async start(request: FastifyRequest, reply: FastifyReply, accountId: string): Promise<string> {
    const before = this.presented(request);
    if (before) await this.store.remove(before);
    note(request, { account: accountId });
    const token = this.ids.secret(TOKEN_BYTES);
    const tokenHash = hash('sha256', token);
    const now = this.clock.now();
    await this.store.add({
      tokenHash,
      id: this.ids.uuid(),
      accountId,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + DAYS_30 * 1000),
      userAgent: request.headers['user-agent']?.slice(0, LONGEST_USER_AGENT) ?? null,
      address: request.ip,
    });
    const { name, options } = this.cookie;
    reply.setCookie(name, token, { ...options, maxAge: DAYS_30 });
    this.claim.signIn(request, reply, accountId);
    return tokenHash;
  }

  /** Starts a new session for an account and ends all others. Returns the hash of the token. */
  async startAlone(request: FastifyRequest, reply: FastifyReply, accountId: string): Promise<string> {
    const tokenHash = await this.start(request, reply, accountId);
    await this.store.removeAll(accountId, tokenHash);
    return tokenHash;
  }

  /** Ends the session with this token hash. */
  async revoke(tokenHash: string): Promise<void> {
    await this.store.remove(tokenHash);
  }

  /** Signs out and ends the claim; without a session, only the cookies are removed. */
  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const tokenHash = this.presented(request);
    if (tokenHash) await this.store.remove(tokenHash);
    const { name, options } = this.cookie;
    reply.clearCookie(name, options);
    this.claim.clear(reply);
  }

  /** The sessions of the account, last used first; `isCurrent` marks the session of the request. */
  async list(
    request: FastifyRequest,
    accountId: string,
  ): Promise<readonly { session: Session; isCurrent: boolean }[]> {
    const current = this.presented(request);
    const sessions = await this.store.ofAccount(accountId, this.clock.now());
    return sessions.map((session) => ({ session, isCurrent: session.tokenHash === current }));
  }

  /** Ends a session of the account by its id. Returns whether the account had it. */
  async endOne(accountId: string, id: string): Promise<boolean> {
    return this.store.removeOne(accountId, id);
  }

  /** Ends all sessions of the account except that of the request. Returns how many. */
  async endOthers(request: FastifyRequest, accountId: string): Promise<number> {
    return this.store.removeAll(accountId, this.presented(request));
  }

  /** Ends all sessions of the account. */
  async endAll(accountId: string): Promise<void> {
    await this.store.removeAll(accountId, null);
  }

  /** Deletes expired sessions. */
  async sweep(): Promise<number> {
    return this.store.removeExpired(this.clock.now());
  }

  private get cookie() {
    return this.site.cookie('session');
  }

  /** The hash of the request's token, if the token has the right format. */
  private presented(request: FastifyRequest): string | null {
    const token = request.cookies[this.cookie.name];
    return token && TOKEN.test(token) ? hash('sha256', token) : null;
  }
}
