import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdminSessionStore, type Session } from '../../infrastructure/sessions/session-store.port.js';
import { Clock, Ids } from '../../kernel/clock.js';
import { AdminMarker } from './admin-marker.js';
import { Site } from './site.js';

/** All calls of the back office begin with this. Browsers send its cookie there only. */
export const BACK_OFFICE = '/api/rtm-sys';

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const LIFE_MS = 8 * 60 * 60_000;
const IDLE_MS = 30 * 60_000;
const LONGEST_USER_AGENT = 300;
/** The last use is recorded once a minute at most. */
const TOUCH_AFTER_MS = 60_000;

/** Sessions of the back office: a cookie of its own, for 8 hours, ended after 30 minutes without a request. */
@Injectable()
export class AdminSessions {
  constructor(
    @Inject(AdminSessionStore) private readonly store: AdminSessionStore,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Ids) private readonly ids: Ids,
    @Inject(Site) private readonly site: Site,
    @Inject(AdminMarker) private readonly marker: AdminMarker,
  ) {}

  /** The session of the request's cookie, or null. */
  async read(request: FastifyRequest): Promise<Session | null> {
    const tokenHash = this.presented(request);
    if (!tokenHash) return null;
    const now = this.clock.now();
    const session = await this.store.find(tokenHash, now);
    if (!session) return null;
    const idle = now.getTime() - session.lastUsedAt.getTime();
    if (idle >= IDLE_MS) {
      await this.store.remove(tokenHash);
      return null;
    }
    if (idle >= TOUCH_AFTER_MS) await this.store.touch(tokenHash, now, request.ip);
    return session;
  }

  /** Signs an admin in with a new token. Ends the session that the browser had. Returns the hash of the token. */
  async start(request: FastifyRequest, reply: FastifyReply, adminId: string): Promise<string> {
    const before = this.presented(request);
    if (before) await this.store.remove(before);
    const token = this.ids.secret(TOKEN_BYTES);
    const tokenHash = hash('sha256', token);
    const now = this.clock.now();
    await this.store.add({
      tokenHash,
      id: this.ids.uuid(),
      accountId: adminId,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + LIFE_MS),
      userAgent: request.headers['user-agent']?.slice(0, LONGEST_USER_AGENT) ?? null,
      address: request.ip,
    });
    reply.setCookie(this.name, token, { ...this.options(), maxAge: LIFE_MS / 1000 });
    this.marker.set(reply, LIFE_MS);
    return tokenHash;
  }

  /** Starts a new session for an admin and ends all others. */
  async startAlone(request: FastifyRequest, reply: FastifyReply, adminId: string): Promise<void> {
    await this.store.removeAll(adminId, await this.start(request, reply, adminId));
  }

  /** Signs out; without a session, only the cookie is removed. */
  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const tokenHash = this.presented(request);
    if (tokenHash) await this.store.remove(tokenHash);
    reply.clearCookie(this.name, this.options());
    this.marker.clear(reply);
  }

  /** The sessions of an admin, last used first; `isCurrent` marks the session of the request. */
  async list(
    request: FastifyRequest,
    adminId: string,
  ): Promise<readonly { session: Session; isCurrent: boolean }[]> {
    const current = this.presented(request);
    const now = this.clock.now();
    const sessions = await this.store.ofAccount(adminId, now);
    return sessions
      .filter(({ lastUsedAt }) => now.getTime() - lastUsedAt.getTime() < IDLE_MS)
      .map((session) => ({ session, isCurrent: session.tokenHash === current }));
  }

  /** Ends a session of the admin by its id. Returns whether the admin had it. */
  async endOne(adminId: string, id: string): Promise<boolean> {
    return this.store.removeOne(adminId, id);
  }

  /** Ends all sessions of the admin. */
  async endAll(adminId: string): Promise<void> {
    await this.store.removeAll(adminId, null);
  }

  /** Deletes expired sessions. They are already invalid; this only keeps the store small. */
  @Cron(CronExpression.EVERY_HOUR)
  async sweep(): Promise<void> {
    await this.store.removeExpired(this.clock.now());
  }

  /** `__Secure-`: browsers take it over https only. `__Host-` would need the path `/`. */
  private get name(): string {
    return this.site.isSecure ? '__Secure-admin' : 'admin';
  }

  private options() {
    return { path: BACK_OFFICE, httpOnly: true, sameSite: 'strict', secure: this.site.isSecure } as const;
  }

  /** The hash of the request's token, if the token has the right format. */
  private presented(request: FastifyRequest): string | null {
    const token = request.cookies[this.name];
    return token && TOKEN.test(token) ? hash('sha256', token) : null;
  }
}
