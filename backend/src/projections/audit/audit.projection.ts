import { reasonOf, subjectsOf } from '../../domain/trail/trail.js';
import { EVENT_TYPES, isRefundProposal } from '../../domain/trail/visibility.js';
import type { IndexSpec } from '../../kernel/document-store.js';
import type { Recorded } from '../../kernel/event.js';
import { foldEach, projection } from '../projection.js';
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

/** An hour in UTC, `hour/2026-11-25T07`, by the times of the events: where its first event is in the log. */
export interface AuditHour {
  readonly first: number;
  /** The first one of each ten minutes in it, by their first digit. */
  readonly parts: Readonly<Record<string, number>>;
}

/** The days in UTC, by the times of the events. Clocks go backwards, so that a later day may begin before a day is over. */
export interface AuditDays {
  readonly latest: string;
  readonly days: Readonly<
    Record<
      string,
      {
        /** Where its first event is in the log. */
        readonly first: number;
        /** Where its last event is that came after one of a later day; missing if none did. */
        readonly late?: number;
      }
    >
  >;
}

/** What an event with many subjects is about, too: `also/{subject}/{the id of the line}`. */
export type AuditAlso = Readonly<Record<string, never>>;

export type AuditDocument = AuditLine | AuditHour | AuditDays | AuditAlso;

/** The fields of a line that lists are filtered by. */
const FILTERED_FIELDS = ['type', 'role', 'actor', 'reason', 'correlation', 'event'] as const;

/** The id of the document with the days. */
export const DAYS = 'days';
const HOUR = 'hour/';
const ALSO = 'also/';
/** The lengths of a day and of an hour in ISO 8601. */
const [TO_DAY, TO_HOUR] = [10, 13];

/** The day of a time in ISO 8601, and the id of its hour. */
export const dayOf = (at: string) => at.slice(0, TO_DAY);
export const hourId = (at: string) => `${HOUR}${at.slice(0, TO_HOUR)}`;
/** What the ids of the lines about a subject begin with, where it has no field in the line. */
export const alsoAbout = (subject: string) => `${ALSO}${subject}/`;
/** The same for refunds that an owner has to confirm, which are not known by their types. */
export const ALSO_REFUNDS = `${ALSO}refund-proposals/`;

/** The part of an hour that a time is in. */
export const tenMinutesOf = (at: string) => at.charAt(TO_HOUR + 1);

/** Every event of the log, in the order of the log. */
export const audit = projection<AuditDocument>({
  name: 'audit',
  version: 2,
  indexes: [...FILTERED_FIELDS, ...SUBJECT_FIELDS].map((field): IndexSpec => ({
    fields: { [field]: 1, _id: 1 },
    isSparse: true,
  })),
  isFinal: (id) => id !== DAYS && !id.startsWith(HOUR),
  on: foldEach(EVENT_TYPES, () => ({
    ids: (event: Recorded) => {
      const { at } = event.metadata;
      const line = lineIdOf(event.position);
      const subjects = subjectsOnce(event);
      const also = subjects.slice(MOST_SUBJECTS).map((other) => alsoAbout(shortSubject(other)));
      if (isRefundProposal({ type: event.type, subjects })) also.push(ALSO_REFUNDS);
      return [line, hourId(at), DAYS, ...also.map((prefix) => `${prefix}${line}`)];
    },
    fold: (before: AuditDocument | null, event: Recorded, id: string): AuditDocument => {
      const { at } = event.metadata;
      if (id.startsWith(HOUR)) return hourWith(before as AuditHour | null, tenMinutesOf(at), event.position);
      if (id === DAYS) return daysWith(before as AuditDays | null, dayOf(at), event.position);
      return id.startsWith(ALSO) ? {} : lineOf(event);
    },
  })),
});

function hourWith(before: AuditHour | null, part: string, position: number): AuditHour {
  if (before?.parts[part] !== undefined) return before;
  return { first: before?.first ?? position, parts: { ...before?.parts, [part]: position } };
}

function daysWith(before: AuditDays | null, day: string, position: number): AuditDays {
  if (before === null) return { latest: day, days: { [day]: { first: position } } };
  if (day === before.latest) return before;
  const isLate = day < before.latest;
  const first = before.days[day]?.first ?? position;
  return {
    latest: isLate ? before.latest : day,
    days: { ...before.days, [day]: { first, ...(isLate && { late: position }) } },
  };
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
  for (const [index, subject] of subjectsOnce(event).entries()) {
    const field = SUBJECT_FIELDS[index];
    if (field !== undefined) line[field] = shortSubject(subject);
  }
  return line;
}

const subjectsFound = new WeakMap<Recorded, ReturnType<typeof subjectsOf>>();

/** The ids of the documents of an event and its line both need its subjects, which take longest of all. */
function subjectsOnce(event: Recorded): ReturnType<typeof subjectsOf> {
  const known = subjectsFound.get(event);
  if (known) return known;
  const subjects = subjectsOf(event);
  subjectsFound.set(event, subjects);
  return subjects;
}
