import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { actAs, isRead } from '../../kernel/causation.js';
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
   * The signed-in admin of a call of the back office; null for others, and for all other calls. Notes in the request
   * whether they have signed in within the last 10 minutes.
   */
  async of(request: FastifyRequest): Promise<AdminUser | null> {
    const session = isOfBackOffice(request) ? await this.sessions.read(request) : null;
    if (!session) return null;
    request.hasFreshSignIn = this.sessions.isFresh(session);
    const { accountId: adminId, createdAt } = session;
    const admin = await this.admins.signedIn(adminId, createdAt);
    // Before every decision: a login may be older than this rule, and a verification may have been interrupted.
    if (!admin || isRead() || !(await this.link(admin))) return admin;
    return this.admins.signedIn(adminId, createdAt);
  }

  private link({ id, role, email, accountIds }: AdminUser): Promise<boolean> {
    return actAs({ kind: 'admin', id, role }, () => this.links.link(id, email, accountIds));
  }
}
