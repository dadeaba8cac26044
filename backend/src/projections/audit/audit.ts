import { EVENT_TYPES } from '../../domain/trail/visibility.js';
import type { Recorded } from '../../kernel/event.js';
import { view } from '../view.js';
import { lineIdOf } from './audit-ids.js';
import { keysOf } from './audit-keys.js';

/**
 * A line of the audit trail: what it takes to find the event. All else is read from the log, so that what is erased there
 * is nowhere.
 */
export interface AuditLine {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** What lists find the line by, in the form of `audit-keys.ts`. */
  readonly keys: readonly string[];
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

export type AuditDocument = AuditLine | AuditDay | AuditClock;

/** The id of the {@link AuditClock}. */
export const CLOCK = 'clock';
const DAY = 'day/';
/** Where the day, and ten minutes, end in ISO 8601. */
const [TO_DAY, TO_TEN_MINUTES] = [10, 15];

/** The day of a time in ISO 8601, and its id. */
export const dayOf = (at: string) => at.slice(0, TO_DAY);
export const dayId = (at: string) => `${DAY}${dayOf(at)}`;
/** The part of the day that a time is in. */
export const tenMinutesOf = (at: string) => at.slice(TO_DAY + 1, TO_TEN_MINUTES);

/** Every event of the log, in the order of the log. */
export const audit = view<AuditDocument>('audit', {
  version: 5,
  isGathered: true,
  isFinal: (id) => id !== CLOCK && !id.startsWith(DAY),
  indexes: [{ fields: { keys: 1 }, isList: true }],
}).createdBy(
  (_: object, { position, metadata }: Recorded) => [lineIdOf(position), dayId(metadata.at), CLOCK],
  EVENT_TYPES,
  (before, _, { at }, id, event) => {
    if (id.startsWith(DAY)) return dayWith(before as AuditDay | null, event);
    if (id === CLOCK) return clockWith(before as AuditClock | null, event);
    return { at: Date.parse(at), keys: keysOf(event) };
  },
);

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
