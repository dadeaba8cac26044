import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SessionStore } from '../../infrastructure/sessions/session-store.port.js';
import { Clock, Ids } from '../../kernel/clock.js';
import { AnonymousUploadCookie } from './anonymous-upload-cookie.js';
import { note } from './security-notes.js';
import { Site } from '../../site/site.js';
import { type SessionLife, TokenSessions } from './token-sessions.js';

const DAY_MS = 24 * 60 * 60_000;
export const SESSION_LIFE: SessionLife = { lifeMs: 30 * DAY_MS, idleMs: 14 * DAY_MS };

/** Sessions of the site, for 30 days, or 14 without a request. Signing in and out also changes whose the claims on photos are. */
@Injectable()
export class Sessions extends TokenSessions {
  constructor(
    store: SessionStore,
    clock: Clock,
    ids: Ids,
    private readonly site: Site,
    private readonly claim: AnonymousUploadCookie,
  ) {
    super({ store, clock, ids, life: SESSION_LIFE });
  }

  /** As {@link TokenSessions.start}. Ends the claim that another account had. */
  override async start(request: FastifyRequest, reply: FastifyReply, accountId: string): Promise<string> {
    note(request, { account: accountId });
    const tokenHash = await super.start(request, reply, accountId);
    this.claim.signIn(request, reply, accountId);
    this.mark(reply);
    return tokenHash;
  }

  /** As {@link TokenSessions.end}. Ends the claim. */
  override async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await super.end(request, reply);
    this.claim.clear(reply);
    const { name, options } = this.marker;
    reply.clearCookie(name, options);
  }

  /** Whether a browser says that somebody is signed in there, which may be out of date. */
  isMarked(request: FastifyRequest): boolean {
    return request.cookies[this.marker.name] !== undefined;
  }

  /** Marks a browser as signed in. */
  mark(reply: FastifyReply): void {
    const { name, options } = this.marker;
    reply.setCookie(name, '1', { ...options, maxAge: SESSION_LIFE.lifeMs / 1000 });
  }

  /** Tells the pages of the site that it is worth asking who is signed in. It permits nothing, so scripts may read it. */
  private get marker() {
    const { name, options } = this.site.cookie('member');
    return { name, options: { ...options, httpOnly: false } };
  }

  protected get cookie() {
    return this.site.cookie('session');
  }
}
