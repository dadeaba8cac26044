import { isISO8601 } from 'class-validator';
import { Optional, SizedText } from '../../contract/fields.js';
import { Rejected } from '../../kernel/aggregate.js';
import type { Position } from '../../kernel/event-log.js';
import type { AuditReader, AuditViewer } from '../../projections/audit/audit.reader.js';

const LONGEST = 60;
const POSITION = /^\d{1,15}$/;
const EVENT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/;

/** When something is seen as it was. */
export class AsOfRequest {
  @Optional(SizedText, {
    limit: LONGEST,
    about:
      'A time in UTC, the position of an event in the log, or the id of an event. A time means the last position until which no event is dated later. Without it: now.',
    example: '2026-11-25T00:00:00Z',
    tooLong: 'A moment is a time, a position or the id of an event',
  })
  readonly at?: string;
}

/** A moment. */
export interface Moment {
  /** The last event that counts; null for now, and for a time after all events. */
  readonly position: Position | null;
  /** The time that was asked for; null for an event, and for now. */
  readonly time: Date | null;
}

/**
 * What a text means.
 * @throws Rejected (invalid) for a text that is no moment, Rejected (notFound) for an event that the viewer may not see
 */
export async function momentOf(
  at: string | undefined,
  reader: AuditReader,
  viewer: AuditViewer,
): Promise<Moment> {
  if (at === undefined) return { position: null, time: null };
  if (POSITION.test(at)) return { position: Number(at), time: null };
  if (EVENT.test(at)) {
    const line = await reader.one(at.toLowerCase(), viewer);
    if (!line) throw new Rejected('notFound', 'Event not found');
    return { position: line._position, time: null };
  }
  // A `Date` makes the 30th of February the 2nd of March.
  const time = new Date(MOMENT.test(at) && isISO8601(at, { strict: true }) ? at : Number.NaN);
  const year = time.getUTCFullYear();
  if (!(year >= 1970 && year <= 9999)) {
    throw new Rejected(
      'invalid',
      'A moment is a time like 2026-11-25T00:00:00Z, a position or the id of an event.',
    );
  }
  return { position: await reader.positionAt(time), time };
}
