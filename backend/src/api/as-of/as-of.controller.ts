import { Param, Query, Req, Res } from '@nestjs/common';
import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Rejected } from '../../kernel/aggregate.js';
import { factsOfLine, typeIn } from '../../projections/audit/audit-keys.js';
import { AuditReader } from '../../projections/audit/audit.reader.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { OwnConcurrency } from '../http/read-concurrency.js';
import { Route, Routes } from '../http/route.js';
import { LegalHolds } from '../photos/legal-holds.service.js';
import { type AsOfKind, PastSubjects } from './past-subjects.service.js';
import { momentOf, AsOf, PastBoardLine, type AsOfFact, type AsOfValue } from './as-of.contract.js';
import { PastBoardBuilds } from './past-board.service.js';
import { Optional, SizedText } from '../../contract/fields.js';
import { legalHoldEvents } from '../../domain/post/legal-hold.js';
import { seesEvent, seesLine } from '../../domain/trail/visibility.js';
import { AuditLines, AuditNames, type NameOf } from '../audit/audit-lines.service.js';
import { type FactValue, type Facts, factsIn } from './facts.js';

const LONGEST = 60;

/** When something is seen as it was. */
class AsOfRequest {
  @Optional(SizedText, {
    limit: LONGEST,
    about:
      'A time in UTC, the position of an event in the log, or the id of an event. A time means the last position until which no event is dated later. Without it: now.',
    example: '2026-11-25T00:00:00Z',
    tooLong: 'A moment is a time, a position or the id of an event',
  })
  readonly at?: string;
}

const MODERATORS = { who: ['moderator', 'owner'] } as const;
const FINANCE = { who: ['finance', 'owner'] } as const;
const NOT_FOUND = { errors: { 404: 'The log has no event about it, or the moment is an unknown event.' } };

/** How many stops an answer has on each side of the moment. */
const STOPS = 500;
const LONGEST_ID = 200;
/** The ids of reports begin with that of their post. */
const POST_ID_LENGTH = 36;

/** The past, folded from the log. Each role sees what the audit trail tells it. */
@Routes('back office', 'api/rtm-sys/as-of', NOT_FOUND)
export class AsOfController {
  constructor(
    private readonly reader: AuditReader,
    private readonly boards: PastBoardBuilds,
    private readonly holds: LegalHolds,
    private readonly past: PastSubjects,
    private readonly lines: AuditLines,
    private readonly names: AuditNames,
  ) {}

  @Route('GET', 'post/:id', { ...MODERATORS, summary: 'A post as it was at a moment.', answer: AsOf })
  pastPost(@Param('id') id: string, @Query() request: AsOfRequest, @CurrentAdmin() admin: AdminUser) {
    return this.answer('post', id.toLowerCase(), request, admin);
  }

  @Route('GET', 'person/:id', {
    ...MODERATORS,
    summary: 'A person as they were at a moment. Moderators see profile and sanctions.',
    answer: AsOf,
  })
  pastPerson(@Param('id') id: string, @Query() request: AsOfRequest, @CurrentAdmin() admin: AdminUser) {
    return this.answer('person', id.toLowerCase(), request, admin);
  }

  @Route('GET', 'report/:id', { ...MODERATORS, summary: 'A report as it was at a moment.', answer: AsOf })
  pastReport(@Param('id') id: string, @Query() request: AsOfRequest, @CurrentAdmin() admin: AdminUser) {
    return this.answer('report', id.toLowerCase(), request, admin);
  }

  @Route('GET', 'week/:id', {
    ...MODERATORS,
    summary: 'A week as it was at a moment, with its first ranks.',
    answer: AsOf,
  })
  pastWeek(@Param('id') id: string, @Query() request: AsOfRequest, @CurrentAdmin() admin: AdminUser) {
    return this.answer('week', id.toUpperCase(), request, admin);
  }

  @Route('GET', 'payment/:id', { ...FINANCE, summary: 'A payment as it was at a moment.', answer: AsOf })
  pastPayment(@Param('id') id: string, @Query() request: AsOfRequest, @CurrentAdmin() admin: AdminUser) {
    return this.answer('payment', id.toLowerCase(), request, admin);
  }

  @Route('GET', 'boost/:id', {
    ...FINANCE,
    summary: 'A boost as it was at a moment. It has the id of its payment.',
    answer: AsOf,
  })
  pastBoost(@Param('id') id: string, @Query() request: AsOfRequest, @CurrentAdmin() admin: AdminUser) {
    return this.answer('boost', id.toLowerCase(), request, admin);
  }

  @Route('GET', 'board', {
    ...MODERATORS,
    summary: 'The board of all posts as it was at a moment, with its progress: a line of JSON each.',
    description:
      'Folded from the whole log beside the views, one at a time. It is compared with the archive of the last week that had ended at the moment. Closing the connection ends it.',
    answer: { content: { 'application/x-ndjson': { schema: { $ref: getSchemaPath(PastBoardLine) } } } },
    errors: { 409: 'Another board is being built.' },
  })
  @ApiExtraModels(PastBoardLine)
  @OwnConcurrency()
  async pastBoard(
    @Query() { at }: AsOfRequest,
    @CurrentAdmin() { role }: AdminUser,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    reply.header('content-type', 'application/x-ndjson; charset=utf-8');
    // Proxies such as nginx would hold the progress back.
    reply.header('x-accel-buffering', 'no');
    if (request.method === 'HEAD') {
      await reply.send();
      return;
    }
    const viewer = { role, hidden: await this.holds.hiddenFrom({ role }) };
    await reply.send(await this.boards.stream(at, viewer));
  }

  private async answer(kind: AsOfKind, id: string, { at }: AsOfRequest, { role }: AdminUser): Promise<AsOf> {
    if (id.length > LONGEST_ID) throw new Rejected('notFound', `There is no such ${kind}.`);
    if (kind === 'post' || kind === 'report') {
      await this.holds.requireVisible(id.slice(0, POST_ID_LENGTH), { role });
    }
    const viewer = { role, hidden: await this.holds.hiddenFrom({ role }) };
    const { position } = await momentOf(at, this.reader, viewer);
    // A legal hold leaves no trace for those who may not see it.
    const isFolded = (type: string) => !(type in legalHoldEvents) || seesEvent(viewer.role, type);
    const until = position ?? Infinity;
    const { was, now, lines, isIncomplete } = await this.past.of(kind, id, until, isFolded);
    const own = lines.filter((line) => {
      const { type, subjects } = factsOfLine(line);
      return (
        seesLine(viewer.role, { type, subjects }) &&
        subjects.every((subject) => !viewer.hidden.has(subject.id)) &&
        subjects.some((subject) => subject.kind === kind && subject.id === id)
      );
    });
    if (lines.length === 0) throw new Rejected('notFound', `There is no such ${kind}.`);
    const [before, after] = [factsIn(kind, id, was, viewer), factsIn(kind, id, now, viewer)];
    const nameOf = await this.names.of([
      { kind, id },
      ...[before, after].flatMap((facts) =>
        Object.values(facts ?? {}).flatMap((value) => (value && 'id' in value ? [value] : [])),
      ),
    ]);
    const reached = own.filter(({ _position }) => _position <= until).length;
    const first = Math.max(0, reached - STOPS);
    const stops = own.slice(first, reached + STOPS);
    const last = own[reached - 1];
    const [line] = last ? await this.lines.of([last]) : [];
    return {
      kind,
      id,
      name: nameOf({ kind, id }),
      position,
      existed: before !== null,
      exists: after !== null,
      facts: compared(before ?? {}, after ?? {}, nameOf),
      line: line ?? null,
      stops: stops.map((stop) => ({
        id: factsOfLine(stop).eventId,
        position: stop._position,
        at: new Date(stop.at).toISOString(),
        type: typeIn(stop),
      })),
      earlier: first,
      later: own.length - first - stops.length,
      isIncomplete,
    };
  }
}

function compared(was: Facts, now: Facts, nameOf: NameOf): AsOfFact[] {
  const shown = (value: FactValue | null | undefined): AsOfValue | null => {
    if (!value) return null;
    if ('id' in value) return { text: nameOf(value), isTime: false, kind: value.kind, id: value.id };
    const isTime = 'time' in value;
    return { text: isTime ? value.time : value.text, isTime, kind: null, id: null };
  };
  return [...new Set([...Object.keys(now), ...Object.keys(was)])].map((name) => {
    const [before, after] = [shown(was[name]), shown(now[name])];
    const isChanged = before?.text !== after?.text || before?.id !== after?.id;
    return { name, was: before, now: after, isChanged };
  });
}
