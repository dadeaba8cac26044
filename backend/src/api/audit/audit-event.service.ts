import { Injectable, NotFoundException } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { aggregates } from '../../domain/aggregates.js';
import { evolveAll } from '../../kernel/aggregate.js';
import type { Recorded } from '../../kernel/event.js';
import { Disclosure, type DataHolder } from '../../domain/disclosure/disclosure.js';
import { type TrailKind, personIn } from '../../domain/trail/trail.js';
import { Ids } from '../../kernel/clock.js';
import type { Stored } from '../../kernel/document-store.js';
import { History } from '../../kernel/history.js';
import { UndecodableError } from '../../kernel/undecodable.js';
import { adminPage } from '../../projections/admin-list.js';
import type { AuditLine } from '../../projections/audit/audit.js';
import { factsOfLine } from '../../projections/audit/audit-keys.js';
import { AuditReader, type AuditViewer } from '../../projections/audit/audit.reader.js';
import type { AdminUser } from '../http/admins.js';
import { LegalHolds } from '../photos/legal-holds.service.js';
import { AuditLines, masked } from './audit-lines.service.js';
import type { AuditDetails, StoredEvent } from './audit.contract.js';

/** A value of the state of an aggregate that an event changed, as JSON; null for none. */
export interface Change {
  /** A path such as `moderation.isHidden`. */
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

const MOST_CHANGES = 50;
const LONGEST_VALUE = 200;

/** What would let its reader in, or be guessed from: not even owners see it. */
const CREDENTIAL = /^(?:passwordHash|tokenHash|codeHash|recoveryHashes|secret|credentialId|publicKey)$/;

/**
 * What an event changed in the state of its stream, by the folds that decide: the state before it, and after it.
 * @param stream its stream up to this event at least, without what is personal
 */
function changesBy(event: Recorded, stream: readonly Recorded[]): readonly Change[] {
  const aggregate = aggregates.find(({ category }) => event.stream.startsWith(`${category}-`));
  if (!aggregate) return [];
  const earlier = stream.filter(({ revision }) => revision < event.revision);
  const itself = stream.filter(({ revision }) => revision === event.revision);
  const before = evolveAll(aggregate, aggregate.initial, earlier);
  const after = evolveAll(aggregate, before, itself);
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...was.keys(), ...is.keys()])];
  return names
    .map((field) => ({ field, before: was.get(field) ?? null, after: is.get(field) ?? null }))
    .filter((change) => change.before !== change.after)
    .slice(0, MOST_CHANGES)
    .map(({ field, ...values }) => ({ field, before: cut(values.before), after: cut(values.after) }));
}

/** Data without credentials, at any depth; sets and maps as lists. */
function withoutCredentials(value: unknown): unknown {
  if (value instanceof Set || value instanceof Map) return withoutCredentials([...value]);
  if (Array.isArray(value)) return value.map(withoutCredentials);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      CREDENTIAL.test(name) && field !== null ? '(hidden)' : withoutCredentials(field),
    ]),
  );
}

/** The values in a state, by their paths, as JSON. A list is one value. */
function fieldsOf(state: unknown): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (value: unknown, path: string) => {
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
      for (const [name, field] of Object.entries(value)) add(field, path === '' ? name : `${path}.${name}`);
    } else if (value !== null && value !== undefined) found.set(path, JSON.stringify(value));
  };
  add(withoutCredentials(state), '');
  return found;
}

function cut(text: string | null): string | null {
  return text !== null && text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

type Admin = Pick<AdminUser, 'role'>;

/** How many lines of one correlation a line shows. */
const MOST_RELATED = 100;
const POST_ID_LENGTH = 36;

const HOLDERS: { readonly [Kind in TrailKind]?: DataHolder } = {
  person: 'account',
  admin: 'admin',
  invitation: 'invitation',
};

/** One event of the audit trail: what it changed, what led to it, and what followed. */
@Injectable()
export class AuditEvent {
  constructor(
    private readonly reader: AuditReader,
    private readonly lines: AuditLines,
    private readonly history: History,
    private readonly holds: LegalHolds,
    private readonly commands: CommandBus,
    private readonly ids: Ids,
  ) {}

  /** @throws NotFoundException for an event that is unknown, or that this admin may not see */
  async details(eventId: string, admin: Admin): Promise<AuditDetails> {
    const { line, viewer } = await this.seen(eventId, admin);
    const [[shown], event, related] = await Promise.all([
      this.lines.of([line]),
      this.read(line),
      this.related(line, viewer),
    ]);
    if (!shown) throw notFound();
    return {
      line: shown,
      stored: event && storedOf({ ...event, ...masked(event) }),
      changes: event ? await this.changesOf(event) : [],
      ...related,
    };
  }

  /** The event with what is personal in it, but for credentials. The look is recorded first. @throws NotFoundException */
  async look(eventId: string, admin: Admin): Promise<StoredEvent> {
    const { line } = await this.seen(eventId, admin);
    const event = await this.read(line);
    if (!event) throw notFound();
    const { id, type } = event;
    const person = personIn(event);
    const holder = person && HOLDERS[person.kind];
    const whose = person && holder ? { holder, subjectId: person.id } : {};
    await this.commands.execute(
      Disclosure.DiscloseEvent({ actId: this.ids.uuid(), eventId: id, type, ...whose }),
    );
    return storedOf(event);
  }

  private async seen(eventId: string, admin: Admin) {
    const viewer: AuditViewer = { role: admin.role, hidden: await this.holds.hiddenFrom(admin) };
    const line = await this.reader.one(eventId, viewer);
    if (!line) throw notFound();
    // From the streams, because a view may be behind.
    for (const { kind, id } of factsOfLine(line).subjects) {
      if (kind === 'post' || kind === 'report') {
        await this.holds.requireVisible(id.slice(0, POST_ID_LENGTH), admin, 'Event');
      }
    }
    return { line, viewer };
  }

  /** Null for an event that can't be read. */
  private async read({ _position }: Stored<AuditLine>): Promise<Recorded | null> {
    const event = (await this.history.at([_position])).get(_position);
    return event && 'metadata' in event ? event : null;
  }

  /** Nothing for a stream with an event that can't be read. */
  private async changesOf(event: Recorded): Promise<readonly Change[]> {
    try {
      const stream = await this.history.of(event.stream);
      return changesBy(
        event,
        stream.map((earlier) => ({ ...earlier, ...masked(earlier) })),
      );
    } catch (error) {
      if (error instanceof UndecodableError) return [];
      throw error;
    }
  }

  private async related(line: Stored<AuditLine>, viewer: AuditViewer) {
    const list = this.reader.list({ correlationId: factsOfLine(line).correlationId }, viewer, false);
    const { rows, next } = await adminPage(list, { limit: MOST_RELATED, after: null });
    return { related: await this.lines.of(rows), hasMore: next !== null };
  }
}

function storedOf({ stream, revision, data, metadata }: Recorded): StoredEvent {
  return { stream, revision, data: withoutCredentials(data) as object, metadata };
}

function notFound(): NotFoundException {
  return new NotFoundException('Event not found');
}
