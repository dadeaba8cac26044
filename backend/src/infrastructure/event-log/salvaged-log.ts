import { randomUUID } from 'node:crypto';
import type { NewEvent } from '../../kernel/event-log.js';
import { type Sqlite, openSqlite } from '../sqlite/sqlite.js';
import { TablePages, removeDatabase } from '../sqlite/table-pages.js';
import { positionGaps, streamGaps } from './log-gaps.js';
import { type Row, SCHEMA } from './sqlite-event-log.js';

/** An event that could not be read. Its stream and revision are null if nothing names them. */
export interface LostEvent {
  readonly position: number;
  readonly stream: string | null;
  readonly revision: number | null;
}

export interface Salvage {
  /** The number of events that were copied. */
  readonly copied: number;
  readonly lost: readonly LostEvent[];
}

type Place = Pick<Row, 'position' | 'stream' | 'revision'>;
type Content = Pick<NewEvent, 'type' | 'data' | 'metadata'>;

/** No event is smaller. It bounds positions, so that damage in one does not lift the end of the log. */
const SMALLEST_BYTES = 64;

/**
 * Copies every event that can be read from a damaged log into a new one, at its position. An event stands in for each other
 * one, so the new log has no gaps. The damaged log is not changed. Needs room for two more logs.
 * @param target the new file
 * @param firstStream the stream of the first event of every log
 * @param standIn what stands in for a lost event
 */
export function salvageLog(
  file: string,
  target: string,
  firstStream: string,
  standIn: (lost: LostEvent) => Content,
): Salvage {
  removeDatabase(target);
  const log = openSqlite(target, { durability: 'off' });
  try {
    log.exec(SCHEMA);
    const pages = TablePages.of(file, `${target}-reading`, target, 'events');
    const most = pages.bytes / SMALLEST_BYTES;
    try {
      const copied = copy(pages, log, most);
      const lost = log.transaction(() => fill(log, placesIn(pages, most, firstStream), standIn));
      log.sync();
      return { copied, lost };
    } finally {
      pages.close();
    }
  } finally {
    log.close();
  }
}

function copy(pages: TablePages, log: Sqlite, most: number): number {
  const insert = log.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING');
  return log.transaction(() => {
    let copied = 0;
    for (const row of pages.rows()) {
      if (!isPlace(row, most) || !isContent(row)) continue;
      const { position, stream, revision, id, type, data, metadata } = row;
      copied += insert.run(position, stream, revision, id, type, data, metadata).changes;
    }
    return copied;
  });
}

/** What the index of streams knows, also of events that cannot be read. */
function placesIn(pages: TablePages, most: number, firstStream: string): ReadonlyMap<number, Place> {
  const sql =
    'SELECT position, stream, revision FROM events INDEXED BY sqlite_autoindex_events_2 ORDER BY stream';
  const places = pages.fromBothEnds(sql).filter((row) => isPlace(row, most));
  const first = { position: 1, stream: firstStream, revision: 0 };
  return new Map([...places, first].map((place) => [place.position, place]));
}

/** Fills the gaps of the log. Returns what is lost, in log order. */
function fill(
  log: Sqlite,
  places: ReadonlyMap<number, Place>,
  standIn: (lost: LostEvent) => Content,
): LostEvent[] {
  const insert = log.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING');
  const lost = new Map<number, LostEvent>();
  const put = ({ position, stream, revision }: Place, isNamed = true): boolean => {
    const event = { position, stream: isNamed ? stream : null, revision: isNamed ? revision : null };
    const { type, data, metadata } = standIn(event);
    const texts = [type, JSON.stringify(data), JSON.stringify(metadata)];
    const isPut = insert.run(position, stream, revision, randomUUID(), ...texts).changes === 1;
    if (isPut) lost.set(position, event);
    return isPut;
  };
  const unnamed = new Set<number>();
  for (const position of missingIn(log, places)) {
    const place = places.get(position);
    if (!place || !put(place)) unnamed.add(position);
  }
  let head = headOf(log, places);
  for (const { stream, first, last, after, before } of streamGaps(log)) {
    let from = after;
    for (let revision = first; revision <= last; revision += 1) {
      const between = [...unnamed].find((one) => one > from && one < before);
      // Without one, the event is there, and damage has made its stream another one.
      from = between ?? from;
      put({ position: between ?? (head += 1), stream, revision });
      if (between !== undefined) unnamed.delete(between);
    }
  }
  for (const position of unnamed) put({ position, stream: `lost-event-${position}`, revision: 0 }, false);
  return [...lost.values()].toSorted((one, other) => one.position - other.position);
}

/** The positions that the log does not have, up to the last one that is known. */
function missingIn(log: Sqlite, places: ReadonlyMap<number, Place>): number[] {
  return [...positionGaps(log), { first: endOf(log) + 1, last: headOf(log, places) }].flatMap(
    ({ first, last }) => Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
}

/** The last position that is known. */
function headOf(log: Sqlite, places: ReadonlyMap<number, Place>): number {
  return [...places.keys()].reduce((most, position) => Math.max(most, position), endOf(log));
}

function endOf(log: Sqlite): number {
  return log.get<{ end: number }>('SELECT ifnull(max(position), 0) AS end FROM events')?.end ?? 0;
}

function isPlace(row: object, most: number): row is Place {
  const { position, stream, revision } = row as Partial<Place>;
  const isNumber = (value: unknown, least: number) =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
  return isNumber(position, 1) && isNumber(revision, 0) && typeof stream === 'string' && stream !== '';
}

function isContent(row: Place): row is Row {
  const { id, type, data, metadata } = row as Partial<Row>;
  return [id, type, data, metadata].every((value) => typeof value === 'string' && value !== '');
}
