import { reasonOf, subjectsOf } from '../../domain/trail/trail.js';
import { EVENT_TYPES, isRefundProposal } from '../../domain/trail/visibility.js';
import type { Recorded } from '../../kernel/event.js';
import { view } from '../view.js';
import { lineIdOf, shortId, shortSubject } from './audit-ids.js';

/** An event has a field for so many of the things that it is about, and a document of its own for each of the others. */
const MOST_SUBJECTS = 4;

/** The fields with the subjects of an event: each has an index, which a list would not have. */
export const SUBJECT_FIELDS = Array.from(
  { length: MOST_SUBJECTS },
  (_, index) => `about${index + 1}` as const,
);

/**
 * A line of the audit trail: what it takes to find the event. All else is read from the log, so that what is erased there
 * is nowhere. Ids are those of `shortId`; what an event has not is left out.
 */
export interface AuditLine extends Readonly<Partial<Record<`about${number}`, string>>> {
  /** The id of the event. */
  readonly event: string;
  readonly type: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The role of the admin, if it is recorded; else the kind of the actor. */
  readonly role: string;
  readonly actor?: string;
  /** Everything that one request, or one run of the program, led to. */
  readonly correlation: string;
  /** Null without a request; left out if it is the correlation, as that of every request is. */
  readonly request?: string | null;
  readonly reason?: string;
}

/**
 * A day in UTC, `day/2026-11-25`, by the times of the events: where its first event is in the log, and the first one of each
 * ten minutes, by the time without its last digit: `07:3`.
 */
export interface AuditDay {
  readonly first: number;
  readonly parts: Readonly<Record<string, number>>;
}

/**
 * Where the days end in the log, as clocks go backwards: the latest day of an event, and for each earlier day where its last
 * event is that came after one of a later day. Days on which none did are missing.
 */
export interface AuditClock {
  readonly latest: string;
  readonly late: Readonly<Record<string, number>>;
}

/** What an event with many subjects is about, too: `also/{subject}/{the id of the line}`. */
export type AuditAlso = Readonly<Record<string, never>>;

export type AuditDocument = AuditLine | AuditDay | AuditClock | AuditAlso;

/** The fields of a line that lists are filtered by. */
const FILTERED_FIELDS = ['type', 'role', 'actor', 'reason', 'correlation', 'event'] as const;

/** The id of the {@link AuditClock}. */
export const CLOCK = 'clock';
const DAY = 'day/';
const ALSO = 'also/';
/** Where the day, and ten minutes, end in ISO 8601. */
const [TO_DAY, TO_TEN_MINUTES] = [10, 15];

/** The day of a time in ISO 8601, and its id. */
export const dayOf = (at: string) => at.slice(0, TO_DAY);
export const dayId = (at: string) => `${DAY}${dayOf(at)}`;
/** What the ids of the lines about a subject begin with, where it has no field in the line. */
export const alsoAbout = (subject: string) => `${ALSO}${subject}/`;
/** The same for refunds that an owner has to confirm, which are not known by their types. */
export const ALSO_REFUNDS = `${ALSO}refund-proposals/`;
/** The part of the day that a time is in. */
export const tenMinutesOf = (at: string) => at.slice(TO_DAY + 1, TO_TEN_MINUTES);

/** Every event of the log, in the order of the log. */
export const audit = view<AuditDocument>('audit', {
  version: 4,
  isGathered: true,
  isFinal: (id) => id !== CLOCK && !id.startsWith(DAY),
  indexes: [...FILTERED_FIELDS, ...SUBJECT_FIELDS].map((field) => ({
    fields: { [field]: 1, _id: 1 },
    isSparse: true,
  })),
}).createdBy(idsOf, EVENT_TYPES, (before, _, __, id, event) => {
  if (id.startsWith(DAY)) return dayWith(before as AuditDay | null, event);
  if (id === CLOCK) return clockWith(before as AuditClock | null, event);
  return id.startsWith(ALSO) ? {} : lineOf(event);
});

function idsOf(_: object, event: Recorded): readonly string[] {
  const line = lineIdOf(event.position);
  const ids = [line, dayId(event.metadata.at), CLOCK];
  const subjects = subjectsOf(event);
  for (const other of subjects.length > MOST_SUBJECTS ? subjects.slice(MOST_SUBJECTS) : []) {
    ids.push(`${alsoAbout(shortSubject(other))}${line}`);
  }
  if (isRefundProposal({ type: event.type, subjects })) ids.push(`${ALSO_REFUNDS}${line}`);
  return ids;
}

function dayWith(before: AuditDay | null, { position, metadata }: Recorded): AuditDay {
  const part = tenMinutesOf(metadata.at);
  if (before?.parts[part] !== undefined) return before;
  return { first: before?.first ?? position, parts: { ...before?.parts, [part]: position } };
}

function clockWith(before: AuditClock | null, { position, metadata }: Recorded): AuditClock {
  const day = dayOf(metadata.at);
  if (before === null) return { latest: day, late: {} };
  if (day === before.latest) return before;
  if (day > before.latest) return { ...before, latest: day };
  return { ...before, late: { ...before.late, [day]: position } };
}

function lineOf(event: Recorded): AuditLine {
  const { at, actor, requestId, $correlationId } = event.metadata;
  const line: { -readonly [Field in keyof AuditLine]: AuditLine[Field] } = {
    event: shortId(event.id),
    type: event.type,
    at: Date.parse(at),
    role: actor.role ?? actor.kind,
    correlation: shortId($correlationId),
  };
  if (actor.id !== null) line.actor = shortId(actor.id);
  if (requestId !== $correlationId) line.request = requestId === null ? null : shortId(requestId);
  const reason = reasonOf(event);
  if (reason !== null) line.reason = reason;
  for (const [index, subject] of subjectsOf(event).entries()) {
    const field = SUBJECT_FIELDS[index];
    if (field !== undefined) line[field] = shortSubject(subject);
  }
  return line;
}
