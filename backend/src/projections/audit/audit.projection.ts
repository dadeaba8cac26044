import { reasonOf, subjectsOf } from '../../domain/trail/trail.js';
import { EVENT_TYPES } from '../../domain/trail/visibility.js';
import type { IndexSpec } from '../../kernel/document-store.js';
import type { Recorded } from '../../kernel/event.js';
import { foldEach, projection } from '../projection.js';
import { lineIdOf, shortId, shortSubject } from './audit-ids.js';

/** How many things an event can be about. */
export const MOST_SUBJECTS = 6;

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
  readonly request?: string;
  /** Left out if it is the request. */
  readonly correlation?: string;
  readonly reason?: string;
}

/**
 * An hour, `hour/2026-11-25T07`, or a day, `day/2026-11-25`, in UTC, by the times of the events: where its first event is in
 * the log, and the first one of each minute or hour in it, by its two digits.
 */
export interface AuditSpan {
  readonly first: number;
  readonly parts: Readonly<Record<string, number>>;
}

export type AuditDocument = AuditLine | AuditSpan;

/** The fields of a line that lists are filtered by. */
export const FILTERED_FIELDS = [
  'type',
  'role',
  'actor',
  'reason',
  'request',
  'correlation',
  'event',
] as const;

const DAY = 'day/';
const HOUR = 'hour/';
/** The lengths of a day and of an hour in ISO 8601. */
const [TO_DAY, TO_HOUR, TO_MINUTE] = [10, 13, 16];

/** The ids of spans at a time in ISO 8601. */
export const dayId = (at: string) => `${DAY}${at.slice(0, TO_DAY)}`;
export const hourId = (at: string) => `${HOUR}${at.slice(0, TO_HOUR)}`;
/** The parts of these spans that a time is in. */
export const hourOf = (at: string) => at.slice(TO_DAY + 1, TO_HOUR);
export const minuteOf = (at: string) => at.slice(TO_HOUR + 1, TO_MINUTE);

/** Every event of the log, in the order of the log. */
export const audit = projection<AuditDocument>({
  name: 'audit',
  version: 1,
  indexes: [...FILTERED_FIELDS, ...SUBJECT_FIELDS].map((field): IndexSpec => ({
    fields: { [field]: 1, _id: 1 },
    isSparse: true,
  })),
  on: foldEach(EVENT_TYPES, () => ({
    ids: ({ position, metadata: { at } }: Recorded) => [lineIdOf(position), hourId(at), dayId(at)],
    fold: (before: AuditDocument | null, event: Recorded, id: string): AuditDocument => {
      const { at } = event.metadata;
      if (id.startsWith(HOUR)) return spanWith(before as AuditSpan | null, minuteOf(at), event.position);
      if (id.startsWith(DAY)) return spanWith(before as AuditSpan | null, hourOf(at), event.position);
      return lineOf(event);
    },
  })),
});

function spanWith(before: AuditSpan | null, part: string, position: number): AuditSpan {
  if (before?.parts[part] !== undefined) return before;
  return { first: before?.first ?? position, parts: { ...before?.parts, [part]: position } };
}

function lineOf(event: Recorded): AuditLine {
  const { at, actor, requestId, $correlationId } = event.metadata;
  const reason = reasonOf(event);
  return {
    event: shortId(event.id),
    type: event.type,
    at: Date.parse(at),
    role: actor.role ?? actor.kind,
    ...(actor.id !== null && { actor: shortId(actor.id) }),
    ...(requestId !== null && { request: shortId(requestId) }),
    ...($correlationId !== requestId && { correlation: shortId($correlationId) }),
    ...(reason !== null && { reason }),
    ...Object.fromEntries(
      subjectsOf(event)
        .slice(0, MOST_SUBJECTS)
        .map((subject, index) => [SUBJECT_FIELDS[index], shortSubject(subject)]),
    ),
  };
}
