import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { actAs, isRead } from '../../kernel/causation.js';
import type { Session } from '../../infrastructure/sessions/session-store.port.js';
import { AccountLinks } from './account-links.js';
import { AdminSessions } from './admin-sessions.js';
import { Admins, type AdminUser } from './admins.js';
import { isOfBackOffice } from './back-office.js';

@Injectable()
export class RequestAdmins {
  constructor(
    private readonly sessions: AdminSessions,
    private readonly admins: Admins,
    private readonly links: AccountLinks,
  ) {}

  /**
   * The signed-in admin of a call of the back office; null for others, and for all other calls. Notes in the request how
   * they have shown who they are within the last 10 minutes, and what that allows.
   */
  async of(request: FastifyRequest): Promise<AdminUser | null> {
    const session = isOfBackOffice(request) ? await this.sessions.read(request) : null;
    if (!session) return null;
    const admin = await this.read(request, session);
    // Before every decision: a login may be older than this rule, and a verification may have been interrupted.
    if (!admin || isRead() || !(await this.link(admin))) return admin;
    return this.read(request, session);
  }

  private async read(request: FastifyRequest, session: Session): Promise<AdminUser | null> {
    request.proof = this.sessions.freshProof(session);
    const found = await this.admins.signedIn(session.accountId, session.createdAt, request.proof);
    request.proven = found?.proven ?? 'nothing';
    return found?.admin ?? null;
  }

  private link({ id, role, email, accountIds }: AdminUser): Promise<boolean> {
    return actAs({ kind: 'admin', id, role }, () => this.links.link(id, email, accountIds));
  }
}
