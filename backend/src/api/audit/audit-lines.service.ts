import { Injectable } from '@nestjs/common';
import { type TrailPart, type TrailSubject, sentenceOf } from '../../domain/trail/trail.js';
import { PeopleReader } from '../../projections/accounts/people.js';
import { ShownActs } from '../acts/shown-acts.service.js';
import { type LoggedEvents, wholeCatalogue } from '../../domain/events.js';
import { REASONS } from '../../domain/moderation/reasons.js';
import type { Stored } from '../../kernel/document-store.js';
import { OPERATOR } from '../../kernel/causation.js';
import type { Actor, Recorded } from '../../kernel/event.js';
import { History } from '../../kernel/history.js';
import type { AuditLine } from '../../projections/audit/audit.js';
import { type LineFacts, factsOfLine } from '../../projections/audit/audit-keys.js';
import { ADMIN_ROLES } from '../../domain/admin/admin-role.js';
import { namedParts } from '../trail/sentence-part.js';
import type { AuditActor, TrailLine } from './audit.contract.js';

/** A visitor, a person, an admin or another part of a line. */
export interface Named {
  readonly kind: string;
  readonly id: string | null;
}

/** Gives the name of what a line is about, or of who caused it. */
export type NameOf = (named: Named) => string;

const DELETED = { person: 'a deleted person', user: 'a deleted person', admin: 'a deleted admin' } as const;
const ALONE: Readonly<Record<string, string>> = {
  visitor: 'A visitor',
  system: 'The program',
  stripe: 'Stripe',
  user: DELETED.user,
  admin: DELETED.admin,
};

/** UUIDs and hashes, also where one begins a longer id. */
const LONG_ID = /^(?:[0-9a-f]{8}-[0-9a-f]{4}-|[0-9a-f]{32})/;
/** The id of a report has two: of the post, and of who reported it. */
const TWO_IDS = /^(.{36})-(.{36})$/;
const SHOWN_DIGITS = 8;

/** The end of a long id. UUIDs begin with their time: those of a minute begin alike. */
function shortened(id: string): string {
  if (!LONG_ID.test(id)) return id;
  const [first, second] = TWO_IDS.exec(id)?.slice(1) ?? [id];
  return [first, second].flatMap((one) => one?.slice(-SHOWN_DIGITS) ?? []).join('-');
}

/** The names of today: an erased person has none any more. */
@Injectable()
export class AuditNames {
  constructor(
    private readonly people: PeopleReader,
    private readonly admins: ShownActs,
  ) {}

  async of(named: readonly (Named | TrailSubject)[]): Promise<NameOf> {
    const idsOf = (...kinds: readonly string[]) =>
      named.flatMap(({ kind, id }) => (id !== null && kinds.includes(kind) ? [id] : []));
    const [people, admins] = await Promise.all([
      this.people.byIds(idsOf('person', 'user')),
      this.admins.names(idsOf('admin')),
    ]);
    return ({ kind, id }) => {
      if (id === null || kind === 'visitor') return ALONE[kind] ?? kind;
      if (kind === 'person' || kind === 'user') return people.get(id)?.username ?? DELETED.person;
      // Those who acted in a terminal have given their name instead of an id.
      if (kind === 'admin') return admins.get(id) ?? (LONG_ID.test(id) ? DELETED.admin : id);
      // An id of Stripe says what it is.
      if (kind === 'system' || kind === 'stripe') return id;
      return `${kind} ${shortened(id)}`;
    };
  }
}

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
      const known = { line, facts: factsOfLine(line) };
      return 'metadata' in (event ?? {})
        ? {
            ...known,
            event: event as Recorded,
            sentence: sentenceOf(masked(event as Recorded)),
            problem: null,
          }
        : { ...known, event: null, sentence: [], problem: reasonIn(event) };
    });
    const nameOf = await this.names.of(
      read.flatMap(({ facts, sentence }) => [actorOf(facts), ...facts.subjects, ...namedIn(sentence)]),
    );
    return read.map(({ line, facts, event, sentence, problem }) => ({
      id: facts.eventId,
      position: line._position,
      at: new Date(line.at).toISOString(),
      type: facts.type,
      ...told(
        actorOf(facts),
        problem === null ? sentence : [{ text: `${facts.type} can't be read.` }],
        nameOf,
      ),
      subjects: facts.subjects.map((subject) => ({ ...subject, name: nameOf(subject) })),
      reason: facts.reason === null ? null : { code: facts.reason, label: labelOf(facts.reason) },
      requestId: facts.requestId,
      correlationId: facts.correlationId,
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

function actorOf({ role, actorId }: LineFacts): Omit<AuditActor, 'name'> {
  const isAdmin = role === 'admin' || role === OPERATOR || ADMIN_ROLES.some((known) => known === role);
  return {
    kind: isAdmin ? 'admin' : (role as Actor['kind']),
    id: actorId,
    role,
  };
}

function labelOf(code: string): string {
  return (REASONS as Readonly<Record<string, { readonly label: string }>>)[code]?.label ?? code;
}
