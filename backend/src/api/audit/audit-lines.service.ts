import { Injectable } from '@nestjs/common';
import { type LoggedEvents, wholeCatalogue } from '../../domain/events.js';
import { REASONS } from '../../domain/moderation/reasons.js';
import { type TrailPart, sentenceOf } from '../../domain/trail/trail.js';
import type { Stored } from '../../kernel/document-store.js';
import { OPERATOR } from '../../kernel/causation.js';
import type { Actor, Recorded } from '../../kernel/event.js';
import { History } from '../../kernel/history.js';
import { wholeId } from '../../projections/audit/audit-ids.js';
import type { AuditLine } from '../../projections/audit/audit.js';
import { correlationOf, eventIdOf, requestOf, subjectsIn } from '../../projections/audit/audit.reader.js';
import { ADMIN_ROLES } from '../../domain/admin/admin-role.js';
import { AuditNames, type NameOf } from './audit-names.service.js';
import { namedParts } from '../trail/sentence-part.js';
import type { AuditActor, TrailLine } from './audit.contract.js';

type Line = Stored<AuditLine>;

/** What of a line the event itself says. */
export const EVENT_FIELDS = ['id', 'at', 'type', 'actor', 'parts'] as const;
type EventLine = Pick<TrailLine, (typeof EVENT_FIELDS)[number]>;

/** Composes the lines of the trail: who did what, to whom and why, in the words of today's program. */
@Injectable()
export class AuditLines {
  constructor(
    private readonly history: History,
    private readonly names: AuditNames,
  ) {}

  /** Lines in the same order. An event that can't be read has a line that says so. @throws EventLogUnavailableError */
  async of(lines: readonly Line[]): Promise<TrailLine[]> {
    const events = await this.history.at(lines.map(({ _position }) => _position));
    const read = lines.map((line) => {
      const event = events.get(line._position);
      return 'metadata' in (event ?? {})
        ? { line, event: event as Recorded, sentence: sentenceOf(masked(event as Recorded)), problem: null }
        : { line, event: null, sentence: [], problem: reasonIn(event) };
    });
    const nameOf = await this.names.of(
      read.flatMap(({ line, sentence }) => [actorOf(line), ...subjectsIn(line), ...namedIn(sentence)]),
    );
    return read.map(({ line, event, sentence, problem }) => ({
      id: eventIdOf(line),
      position: line._position,
      at: new Date(line.at).toISOString(),
      type: line.type,
      ...told(actorOf(line), problem === null ? sentence : [{ text: `${line.type} can't be read.` }], nameOf),
      subjects: subjectsIn(line).map((subject) => ({ ...subject, name: nameOf(subject) })),
      reason: line.reason === undefined ? null : { code: line.reason, label: labelOf(line.reason) },
      requestId: requestOf(line),
      correlationId: correlationOf(line),
      causationId: event?.metadata.$causationId ?? null,
      problem,
    }));
  }

  /** What happened, for events that the caller has read, in the same order. */
  async ofEvents(events: readonly Recorded[]): Promise<EventLine[]> {
    const read = events.map((event) => {
      const { kind, id, role = kind } = event.metadata.actor;
      return { event, actor: { kind, id, role }, sentence: sentenceOf(masked(event)) };
    });
    const nameOf = await this.names.of(read.flatMap(({ actor, sentence }) => [actor, ...namedIn(sentence)]));
    return read.map(({ event: { id, type, metadata }, actor, sentence }) => ({
      id,
      at: metadata.at,
      type,
      ...told(actor, sentence, nameOf),
    }));
  }
}

function namedIn(sentence: readonly TrailPart[]) {
  return sentence.flatMap((part) => ('subject' in part ? [part.subject] : []));
}

/** Who caused an event, and its sentence. */
function told(actor: Omit<AuditActor, 'name'>, sentence: readonly TrailPart[], nameOf: NameOf) {
  const name = nameOf(actor);
  const parts = namedParts(sentence, { text: name, id: actor.id }, (subject) => ({
    text: nameOf(subject),
    id: subject.id,
  }));
  return { actor: { ...actor, name }, parts };
}

/** An event without its personal fields: these are shown one by one, and each look is recorded. */
export function masked({ type, data }: Recorded): { readonly type: string; readonly data: object } {
  const spec = wholeCatalogue[type as keyof LoggedEvents] as
    { personal?: { fields: readonly string[] } } | undefined;
  const hidden = (spec?.personal?.fields ?? []).map((field) => [field, null] as const);
  return { type, data: { ...data, ...Object.fromEntries(hidden) } };
}

function reasonIn(undecodable: object | undefined): string {
  return undecodable && 'reason' in undecodable ? String(undecodable.reason) : 'It is not in the log.';
}

function actorOf({ role, actor }: AuditLine): Omit<AuditActor, 'name'> {
  const isAdmin = role === 'admin' || role === OPERATOR || ADMIN_ROLES.some((known) => known === role);
  return {
    kind: isAdmin ? 'admin' : (role as Actor['kind']),
    id: actor === undefined ? null : wholeId(actor),
    role,
  };
}

function labelOf(code: string): string {
  return (REASONS as Readonly<Record<string, { readonly label: string }>>)[code]?.label ?? code;
}
