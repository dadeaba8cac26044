import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AdminSessions, BACK_OFFICE } from './admin-sessions.js';
import { Admins, type AdminUser } from './admins.js';

@Injectable()
export class RequestAdmins {
  constructor(
    private readonly sessions: AdminSessions,
    private readonly admins: Admins,
  ) {}

  /** The signed-in admin of a call of the back office; null for others, and for all other calls. */
  async of(request: FastifyRequest): Promise<AdminUser | null> {
    const session = request.url.startsWith(`${BACK_OFFICE}/`) ? await this.sessions.read(request) : null;
    return session && this.admins.signedIn(session.accountId, session.createdAt);
  }
}
