import { NotFoundException, Param, ParseUUIDPipe, Query, Res } from '@nestjs/common';
import { ApiProduces, OmitType } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ADMIN_ROLES } from '../../domain/admin/admin-role.js';
import { adminPage, type AdminList, type AdminPage, type AdminPart } from '../../projections/admin-list.js';
import { type AuditFilters, AuditReader } from '../../projections/audit/audit.reader.js';
import { answerList, columnsOf, listOf, ROWS_AT_ONCE, csvFile } from '../http/admin-list.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { GeneratedFile } from '../http/generated-files.js';
import { FILE, Route, Routes } from '../http/route.js';
import { LegalHolds } from '../photos/legal-holds.service.js';
import { AuditEvent } from './audit-event.service.js';
import { AuditLines } from './audit-lines.service.js';
import { AuditDetails, NewerLines, StoredEvent, TrailLine } from './audit.contract.js';
import { TRAIL_KINDS, type TrailKind } from '../../domain/trail/trail.js';
import { EVENT_TYPES, TRAIL_TABS, type TrailTab } from '../../domain/trail/visibility.js';
import { Matching, OneOf, Optional, SizedText, When } from '../../contract/fields.js';
import { OPERATOR } from '../../kernel/causation.js';
import { Rejected } from '../../kernel/aggregate.js';
import { DEFAULT_PAGE, PageLimit, PageRequest } from '../http/paging.js';
import { Counted, FilterOf } from '../http/list-filters.js';
import type { Stored } from '../../kernel/document-store.js';
import type { AuditLine } from '../../projections/audit/audit.js';

/** The roles in which something is done: those of admins, that in a terminal, an admin before roles were recorded, and all others. */
const AUDIT_ROLES = [...ADMIN_ROLES, OPERATOR, 'admin', 'user', 'visitor', 'system', 'stripe'] as const;

const LONGEST_ID = 200;
const Sized = (about: string) =>
  Optional(SizedText, { limit: LONGEST_ID, about, tooLong: `An id has at most ${LONGEST_ID} characters` });

const Moment = (about: string) =>
  Optional(When, {
    about,
    example: '2026-11-25T00:00:00Z',
    message: 'A time looks like 2026-11-25T00:00:00Z',
  });

const SUBJECT = new RegExp(`^(?:${TRAIL_KINDS.join('|')}):.{1,${LONGEST_ID}}$`);
const ACTIONS = /^[A-Za-z]{1,60}(?:,[A-Za-z]{1,60}){0,199}$/;

/** Which lines of the audit trail. All filters combine. */
class AuditRequest extends PageRequest {
  @PageLimit() readonly limit: number = DEFAULT_PAGE;

  @FilterOf(TRAIL_TABS, 'A filter with a name.') readonly tab?: TrailTab;

  @Sized('The id of who did it: of an account, an admin, or a part of the program.') readonly actor?: string;

  @FilterOf(
    AUDIT_ROLES,
    'The role in which it was done. `operator`: in a terminal; `admin`: before roles were recorded.',
  )
  readonly role?: (typeof AUDIT_ROLES)[number];

  @Optional(Matching(ACTIONS), {
    about: 'The types of events, separated by commas.',
    example: 'PostHidden,PostShown',
    message: 'Actions are names of events, separated by commas',
  })
  readonly action?: string;

  @Optional(Matching(SUBJECT), {
    about: `What it is about: its kind (${TRAIL_KINDS.join(', ')}), a colon, its id.`,
    example: 'week:2026-W47',
    message: 'A subject looks like week:2026-W47',
  })
  readonly subject?: string;

  @Sized('The code of the reason.') readonly reason?: string;
  @Sized('The id of a request, and what followed from it.') readonly request?: string;
  @Sized('The correlation: everything that one request, or one run of the program, led to.')
  readonly correlation?: string;

  @Moment(
    'From this time on. Days in UTC are exact; within a day, lines stay in order where clocks went backwards.',
  )
  readonly from?: string;
  @Moment('Up to this time.') readonly to?: string;
}

/** The parameters that are no filters. */
const PAGING = ['limit', 'cursor'] as const;

const Position = (about: string) =>
  Counted({ min: 0, max: Number.MAX_SAFE_INTEGER - 1, about, message: 'A position is a whole number' });

/** Which lines are asked for that are newer than a page. */
class NewerRequest extends OmitType(AuditRequest, PAGING) {
  @Position('That of the newest line that is known.') readonly after: number = 0;
}

class AuditExportRequest extends OmitType(AuditRequest, PAGING) {
  @Optional(OneOf(['csv', 'ndjson']), { default: 'csv', message: 'The format is csv or ndjson' })
  readonly format: 'csv' | 'ndjson' = 'csv';

  @Position('Continues an export after the position of its last line.') readonly after: number = 0;
}

/** @throws Rejected (invalid) for an unknown event, or a time that does not exist */
export async function filtersOf(
  filters: Omit<AuditRequest, (typeof PAGING)[number]>,
  reader: AuditReader,
): Promise<AuditFilters> {
  const { tab, actor, role, action, subject, reason, request, correlation, from, to } = filters;
  const types = action?.split(',');
  const known: readonly string[] = EVENT_TYPES;
  for (const type of types ?? []) {
    if (!known.includes(type)) throw new Rejected('invalid', `There is no action ${type}.`);
  }
  const colon = subject?.indexOf(':') ?? 0;
  return {
    ...(await reader.during(momentOf(from), momentOf(to))),
    tab,
    actorId: actor,
    role,
    types,
    subject:
      subject === undefined
        ? undefined
        : { kind: subject.slice(0, colon) as TrailKind, id: subject.slice(colon + 1) },
    reason,
    requestId: request,
    correlationId: correlation,
  };
}

function momentOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const moment = new Date(text);
  const year = moment.getUTCFullYear();
  if (!(year >= 1970 && year <= 9999)) throw new Rejected('invalid', 'This is not a time.');
  return moment;
}

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
    return answerList({ ...request, format: 'json' }, reply, { list, shown, columns: {} });
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

const COLUMNS = columnsOf<TrailLine>()(
  'position id at type role actorId actor sentence subjects reason requestId correlationId causationId problem',
  {
    role: ({ actor }) => actor.role,
    actorId: ({ actor }) => actor.id,
    actor: ({ actor }) => actor.name,
    sentence: sentenceIn,
    subjects: ({ subjects }) => subjects.map(({ kind, id }) => `${kind}:${id}`).join(' '),
    reason: ({ reason }) => reason?.code ?? null,
  },
);

function sentenceIn({ parts }: TrailLine): string {
  return parts.map(({ text }) => text).join('');
}

/** The lines of a list as a file. */
function auditFile(
  format: 'csv' | 'ndjson',
  list: AdminList<AuditLine>,
  shown: (rows: readonly Stored<AuditLine>[]) => Promise<readonly TrailLine[]>,
): GeneratedFile {
  async function* pages() {
    for (let after: AdminPart['after'] = null; ;) {
      const { rows, next }: AdminPage<Stored<AuditLine>> = await adminPage(list, {
        limit: ROWS_AT_ONCE,
        after,
      });
      yield await shown(rows);
      if (!next) return;
      after = next;
    }
  }
  if (format === 'csv') return csvFile('audit', COLUMNS, pages());
  async function* lines() {
    for await (const page of pages()) {
      yield '';
      for (const line of page) yield `${JSON.stringify({ ...line, sentence: sentenceIn(line) })}\n`;
    }
  }
  return new GeneratedFile('audit.ndjson', 'application/x-ndjson', lines());
}
