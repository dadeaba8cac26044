import type { ViewBatch } from '../../kernel/document-store.js';
import type { SqliteValue, Write } from '../sqlite/sqlite.js';

/** The schema of a view's file, without indexes. */
export const SCHEMA = `
  BEGIN IMMEDIATE;
  CREATE TABLE documents (
    id       TEXT PRIMARY KEY,
    position INTEGER NOT NULL,
    body     TEXT NOT NULL
  ) STRICT;
  CREATE TABLE parked (
    document_id TEXT PRIMARY KEY,
    position    INTEGER NOT NULL,
    event_type  TEXT NOT NULL,
    error       TEXT NOT NULL
  ) STRICT;
  CREATE TABLE progress (
    checkpoint     INTEGER NOT NULL,
    log            TEXT,
    event          TEXT,
    event_position INTEGER
  ) STRICT;
  INSERT INTO progress (checkpoint) VALUES (0);
  COMMIT`;

const WRITE = `INSERT INTO documents (id, position, body) VALUES (?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET position = excluded.position, body = excluded.body
  WHERE excluded.position > documents.position`;

/** What a batch writes. Fails as a whole when the view is not at `from`, because a checkpoint can't be null. */
export function writesOf<Document>(
  { from, to, event, documents, parked }: ViewBatch<Document>,
  log: string | null,
): Write[] {
  const move = 'UPDATE progress SET checkpoint = CASE checkpoint WHEN ? THEN ? END';
  const written: SqliteValue[][] = [];
  const deleted: SqliteValue[][] = [];
  for (const { id, position, document } of documents) {
    if (document === null) deleted.push([id, position]);
    else written.push([id, position, JSON.stringify(document)]);
  }
  const isKnown = log !== null && event !== undefined;
  return [
    { sql: move, rows: [[from, to]] },
    { sql: 'DELETE FROM documents WHERE id = ? AND position < ?', rows: deleted },
    { sql: WRITE, rows: written },
    {
      sql: 'INSERT INTO parked VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
      rows: parked.map(({ documentId, position, eventType, error }) => [
        documentId,
        position,
        eventType,
        error,
      ]),
    },
    {
      sql: 'UPDATE progress SET log = ?, event = ?, event_position = ?',
      rows: isKnown ? [[log, event, to]] : [],
    },
  ];
}

/** Whether a view was not at the position from which a batch begins. */
export function isConflict(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'SQLITE_CONSTRAINT_NOTNULL';
}
