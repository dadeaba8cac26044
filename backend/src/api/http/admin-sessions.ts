import { Injectable } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Proof } from '../../domain/admin/proof.js';
import { AdminSessionStore, type Session } from '../../infrastructure/sessions/session-store.port.js';
import { Clock, Ids } from '../../kernel/clock.js';
import { AdminBrowsers } from './admin-browsers.js';
import { AdminMarker } from './admin-marker.js';
import type { AdminUser } from './admins.js';
import { BACK_OFFICE } from './back-office.js';
import { Site } from '../../site/site.js';
import { type Beginning, type SessionLife, TokenSessions } from './token-sessions.js';

/** An admin who has just shown who they are. */
export interface ProvenAdmin {
  readonly admin: AdminUser;
  readonly proof: Proof;
}

export const ADMIN_SESSION_LIFE: SessionLife = { lifeMs: 8 * 60 * 60_000, idleMs: 30 * 60_000 };

/** Sessions of the back office: a cookie of its own, for 8 hours, ended after 30 minutes without a request. */
@Injectable()
export class AdminSessions extends TokenSessions {
  private readonly farewells: ((adminId: string) => Promise<void>)[] = [];

  constructor(
    store: AdminSessionStore,
    clock: Clock,
    ids: Ids,
    private readonly site: Site,
    private readonly marker: AdminMarker,
    private readonly browsers: AdminBrowsers,
  ) {
    super({ store, clock, ids, life: ADMIN_SESSION_LIFE });
  }

  /** As {@link TokenSessions.start}. Marks and remembers the browser. */
  override async start(
    request: FastifyRequest,
    reply: FastifyReply,
    adminId: string,
    beginning?: Beginning,
  ): Promise<string> {
    await this.browsers.remember(request, reply, adminId);
    const tokenHash = await super.start(request, reply, adminId, beginning);
    this.marker.set(reply, ADMIN_SESSION_LIFE.lifeMs);
    return tokenHash;
  }

  /**
   * Signs an admin in who shows by `prove` who they are. The session counts from before that: so a password that changes
   * meanwhile ends it, too.
   */
  async signIn(
    request: FastifyRequest,
    reply: FastifyReply,
    prove: () => Promise<ProvenAdmin>,
  ): Promise<AdminUser> {
    const at = this.parts.clock.now();
    const { admin, proof } = await prove();
    await this.start(request, reply, admin.id, { proof: JSON.stringify(proof), at });
    return admin;
  }

  /** As {@link TokenSessions.renew}. Remembers the browser, whose session may be older than its cookie. */
  async signInAgain(
    request: FastifyRequest,
    reply: FastifyReply,
    { admin, proof }: ProvenAdmin,
  ): Promise<void> {
    await this.browsers.remember(request, reply, admin.id);
    await this.renew(request, JSON.stringify(proof));
  }

  /** How the admin of a session showed who they are within the last 10 minutes; null if they did not. */
  freshProof(session: Session): Proof | null {
    return session.proof !== null && this.isFresh(session) ? (JSON.parse(session.proof) as Proof) : null;
  }

  /** Calls `work` with the id of each admin who signs out, before the session ends. */
  whenSignedOut(work: (adminId: string) => Promise<void>): void {
    this.farewells.push(work);
  }

  /** As {@link TokenSessions.end}. Removes the mark. */
  override async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (request.admin) for (const farewell of this.farewells) await farewell(request.admin.id);
    await super.end(request, reply);
    this.marker.clear(reply);
  }

  @Cron(CronExpression.EVERY_HOUR)
  override sweep(): Promise<number> {
    return super.sweep();
  }

  protected get cookie() {
    return {
      // `__Secure-`: browsers take it over https only. `__Host-` would need the path `/`.
      name: this.site.isSecure ? '__Secure-admin' : 'admin',
      options: { path: BACK_OFFICE, httpOnly: true, sameSite: 'strict', secure: this.site.isSecure },
    } as const;
  }
}
