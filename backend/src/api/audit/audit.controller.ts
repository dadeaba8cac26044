import { NotFoundException, Param, ParseUUIDPipe, Query, Res } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ADMIN_ROLES } from '../../domain/admin/admin-role.js';
import { adminPage } from '../../projections/admin-list.js';
import { type AuditFilters, AuditReader } from '../../projections/audit/audit.reader.js';
import { answerList, listOf } from '../http/admin-list.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import type { GeneratedFile } from '../http/generated-files.js';
import { FILE, Route, Routes } from '../http/route.js';
import { LegalHolds } from '../photos/legal-holds.service.js';
import { AuditEvent } from './audit-event.service.js';
import { auditFile } from './audit-file.js';
import { AuditLines } from './audit-lines.service.js';
import {
  AuditExportRequest,
  AuditRequest,
  NewerRequest,
  filtersOf,
  AuditDetails,
  NewerLines,
  StoredEvent,
  TrailLine,
} from './audit.contract.js';

const MOST_NEWER = 100;

const eventId = new ParseUUIDPipe({ exceptionFactory: () => new NotFoundException('Event not found') });

/** The audit trail. Each role sees the lines that `domain/trail/visibility.ts` allows. */
@Routes('back office', 'api/rtm-sys/audit', { who: ADMIN_ROLES })
export class AuditController {
  constructor(
    private readonly reader: AuditReader,
    private readonly lines: AuditLines,
    private readonly events: AuditEvent,
    private readonly holds: LegalHolds,
  ) {}

  @Route('GET', '', {
    summary: 'What happened, newest first: every event of the log.',
    description:
      'Owners see all. Moderators see lines about content, reports and sanctions, without legal holds; finance sees those about payments and boosts, with the refunds that an owner has to confirm.',
    answer: listOf(TrailLine),
  })
  async listAudit(
    @Query() request: AuditRequest,
    @CurrentAdmin() admin: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const list = await this.listFor(admin, await filtersOf(request, this.reader));
    const shown = (rows: Parameters<AuditLines['of']>[0]) => this.lines.of(rows);
    return answerList({ list, shown, columns: {} }, { ...request, format: 'json' }, reply);
  }

  @Route('GET', 'newer', {
    summary: 'How many lines are newer than those of a page, for a page that stays open.',
    answer: NewerLines,
  })
  async newerLines(@Query() request: NewerRequest, @CurrentAdmin() admin: AdminUser): Promise<NewerLines> {
    const filters = startingAfter(request.after, await filtersOf(request, this.reader));
    const { rows } = await adminPage(await this.listFor(admin, filters), { limit: MOST_NEWER, after: null });
    return { count: rows.length };
  }

  @Route('GET', 'export', {
    limit: 'auditExport',
    summary: 'The lines of a filter as a file, in the order of the log.',
    description: 'An export that broke off continues with `after`, the position of its last line.',
    answer: FILE,
  })
  @ApiProduces('text/csv', 'application/x-ndjson')
  async exportAudit(
    @Query() request: AuditExportRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<GeneratedFile> {
    const filters = startingAfter(request.after, await filtersOf(request, this.reader));
    return auditFile(request.format, await this.listFor(admin, filters, false), (rows) =>
      this.lines.of(rows),
    );
  }

  @Route('GET', ':id', {
    summary: 'An event: what it says and changed, what led to it, and what followed.',
    answer: AuditDetails,
    errors: { 404: 'Event not found' },
  })
  auditDetails(@Param('id', eventId) id: string, @CurrentAdmin() admin: AdminUser): Promise<AuditDetails> {
    return this.events.details(id.toLowerCase(), admin);
  }

  @Route('POST', ':id/look', {
    who: ['finance', 'owner'],
    limit: 'disclosure',
    summary: 'Shows what is personal in an event.',
    description: 'The look is recorded, with the admin, and stands in the list of acts.',
    answer: StoredEvent,
    errors: { 404: 'Event not found' },
  })
  lookInto(@Param('id', eventId) id: string, @CurrentAdmin() admin: AdminUser): Promise<StoredEvent> {
    return this.events.look(id.toLowerCase(), admin);
  }

  private async listFor({ role }: AdminUser, filters: AuditFilters, isNewestFirst = true) {
    return this.reader.list(filters, { role, hidden: await this.holds.hiddenFrom({ role }) }, isNewestFirst);
  }
}

function startingAfter(position: number, filters: AuditFilters): AuditFilters {
  return { ...filters, after: Math.max(position, filters.after ?? 0) };
}
