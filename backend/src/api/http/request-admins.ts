import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { actAs, isRead } from '../../kernel/causation.js';
import { Clock } from '../../kernel/clock.js';
import { AccountLinks } from './account-links.js';
import { AdminSessions } from './admin-sessions.js';
import { Admins, type AdminUser } from './admins.js';
import { BACK_OFFICE } from './back-office.js';

/** How long an admin who has shown who they are need not do so again. */
const FRESH_MS = 10 * 60_000;

@Injectable()
export class RequestAdmins {
  constructor(
    private readonly sessions: AdminSessions,
    private readonly admins: Admins,
    private readonly links: AccountLinks,
    private readonly clock: Clock,
  ) {}

  /**
   * The signed-in admin of a call of the back office; null for others, and for all other calls. Notes in the request
   * whether they have signed in within the last 10 minutes.
   */
  async of(request: FastifyRequest): Promise<AdminUser | null> {
    const session = request.url.startsWith(`${BACK_OFFICE}/`) ? await this.sessions.read(request) : null;
    const since = session?.createdAt.getTime() ?? Number.NEGATIVE_INFINITY;
    request.hasFreshSignIn = this.clock.now().getTime() - since <= FRESH_MS;
    if (!session) return null;
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
