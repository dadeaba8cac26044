import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SessionStore } from '../../infrastructure/sessions/session-store.port.js';
import { Clock, Ids } from '../../kernel/clock.js';
import { ClaimCookie } from './claim-cookie.js';
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
    private readonly claim: ClaimCookie,
  ) {
    super({ store, clock, ids, life: SESSION_LIFE });
  }

  /** As {@link TokenSessions.start}. Ends the claim that another account had. */
  override async start(request: FastifyRequest, reply: FastifyReply, accountId: string): Promise<string> {
    note(request, { account: accountId });
    const tokenHash = await super.start(request, reply, accountId);
    this.claim.signIn(request, reply, accountId);
    return tokenHash;
  }

  /** As {@link TokenSessions.end}. Ends the claim. */
  override async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await super.end(request, reply);
    this.claim.clear(reply);
  }

  protected get cookie() {
    return this.site.cookie('session');
  }
}
