import { Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ADMIN_ROLES } from '../../domain/admin/admin-roles.events.js';
import { AuditReader } from '../../projections/audit/audit.reader.js';
import { answerList, listOf } from '../http/admin-list.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { Route, Routes } from '../http/route.js';
import { LegalHolds } from '../photos/legal-holds.service.js';
import { AuditLines } from './audit-lines.service.js';
import { AuditRequest, filtersOf } from './audit.requests.js';
import { TrailLine } from './audit.responses.js';

/** The audit trail. Each role sees the lines that `domain/trail/visibility.ts` allows. */
@Routes('back office', 'api/rtm-sys/audit', { who: ADMIN_ROLES })
export class AuditController {
  constructor(
    private readonly reader: AuditReader,
    private readonly lines: AuditLines,
    private readonly holds: LegalHolds,
  ) {}

  @Route('GET', '', {
    summary: 'What happened, newest first: every event of the log.',
    description:
      'Owners see all. Moderators see lines about content, reports and sanctions, without legal holds; finance sees those about payments and boosts.',
    answer: listOf(TrailLine),
  })
  async listAudit(
    @Query() request: AuditRequest,
    @CurrentAdmin() { role }: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const [filters, hidden] = await Promise.all([
      filtersOf(request, this.reader),
      this.holds.hiddenFrom({ role }),
    ]);
    const list = this.reader.list(filters, { role, hidden });
    const shown = (rows: Parameters<AuditLines['of']>[0]) => this.lines.of(rows);
    return answerList({ list, shown, columns: {} }, { ...request, format: 'json' }, reply);
  }
}
