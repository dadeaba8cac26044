import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { actAs, isRead } from '../../kernel/causation.js';
import { AccountLinks } from './account-links.js';
import { AdminSessions, BACK_OFFICE } from './admin-sessions.js';
import { Admins, type AdminUser } from './admins.js';

@Injectable()
export class RequestAdmins {
  constructor(
    private readonly sessions: AdminSessions,
    private readonly admins: Admins,
    private readonly links: AccountLinks,
  ) {}

  /** The signed-in admin of a call of the back office; null for others, and for all other calls. */
  async of(request: FastifyRequest): Promise<AdminUser | null> {
    const session = request.url.startsWith(`${BACK_OFFICE}/`) ? await this.sessions.read(request) : null;
    if (!session) return null;
    const { accountId: adminId, createdAt } = session;
    const admin = await this.admins.signedIn(adminId, createdAt);
    // Before every decision: a login may be older than this rule, and a verification may have been interrupted.
    if (!admin || isRead() || !(await this.link(admin))) return admin;
    return this.admins.signedIn(adminId, createdAt);
  }

  private link({ id, email, accountIds }: AdminUser): Promise<boolean> {
    return actAs({ kind: 'admin', id }, () => this.links.link(id, email, accountIds));
  }
}
