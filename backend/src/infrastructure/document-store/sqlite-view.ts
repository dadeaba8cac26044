import { type Sqlite } from '../sqlite/sqlite.js';
import {
  CheckpointConflictError,
  type IndexSpec,
  type ParkedDocument,
  type Stored,
  type View,
  type ViewBatch,
} from '../../kernel/document-store.js';
import { type Filter, type Query, assertFilter, assertQuery } from '../../kernel/query.js';
import { countOf, createIndexOf, selectsOf } from './sqlite-query.js';

interface Row {
  readonly id: string;
  readonly position: number;
  readonly body: string;
}

/** What the file of a view holds, before its indexes. */
export const SCHEMA = `
  CREATE TABLE IF NOT EXISTS documents (
    id       TEXT PRIMARY KEY,
    position INTEGER NOT NULL,
    body     TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS parked (
    document_id TEXT PRIMARY KEY,
    position    INTEGER NOT NULL,
    event_type  TEXT NOT NULL,
    error       TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS progress (checkpoint INTEGER NOT NULL) STRICT;
  INSERT INTO progress SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM progress)`;

/** What a view is made of. */
export interface SqliteViewParts {
  readonly database: Sqlite;
  /** Names the view in errors. */
  readonly label: string;
  readonly indexes: readonly IndexSpec[];
  /** Nothing is safe from a power cut until the indexes are built. */
  readonly bulk: boolean;
}

/** One generation of a view in a SQLite file of its own. */
export class SqliteView<Document extends object> implements View<Document> {
  private readonly database: Sqlite;

  /** @param onClose told once it is closed */
  constructor(
    private readonly parts: SqliteViewParts,
    private readonly onClose: () => void,
  ) {
    this.database = parts.database;
    this.database.exec(SCHEMA);
  }

  async get(id: string): Promise<Stored<Document> | null> {
    const row = this.database.prepare('SELECT id, position, body FROM documents WHERE id = ?').get(id);
    return row ? documentOf<Document>(row as Row) : null;
  }

  async getMany(ids: readonly string[]): Promise<Map<string, Stored<Document>>> {
    const rows = this.database
      .prepare('SELECT id, position, body FROM documents WHERE id IN (SELECT value FROM json_each(?))')
      .all(JSON.stringify(ids)) as Row[];
    return new Map(rows.map((row) => [row.id, documentOf<Document>(row)]));
  }

  async find(query: Query): Promise<Stored<Document>[]> {
    assertQuery(query);
    const rows: Row[] = [];
    for (const { text, values } of selectsOf(query)) {
      rows.push(...(this.database.prepare(text).all(...values, query.limit - rows.length) as Row[]));
      if (rows.length >= query.limit) break;
    }
    return rows.map((row) => documentOf<Document>(row));
  }

  async count(where: Filter): Promise<number> {
    assertFilter(where);
    const { text, values } = countOf(where);
    return (this.database.prepare(text).get(...values) as { count: number }).count;
  }

  /** How SQLite would go about a query, a line each: for tests that prove that an index serves it. */
  planOf(query: Query): string[] {
    assertQuery(query);
    return selectsOf(query).flatMap(({ text, values }) => {
      const plan = this.database.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values, query.limit);
      return (plan as { detail: string }[]).map(({ detail }) => detail);
    });
  }

  async checkpoint(): Promise<number> {
    return this.stands();
  }

  async commit({ from, to, documents, parked }: ViewBatch<Document>): Promise<void> {
    this.database.transaction(() => {
      const moved = this.database
        .prepare('UPDATE progress SET checkpoint = ? WHERE checkpoint = ?')
        .run(to, from);
      if (moved.changes === 0) throw new CheckpointConflictError(this.parts.label, from, this.stands());
      for (const { id, position, document } of documents) this.write(id, position, document);
      for (const document of parked) this.park(document);
    });
  }

  async parked(): Promise<ParkedDocument[]> {
    const rows = this.database.prepare('SELECT * FROM parked ORDER BY document_id').all() as {
      document_id: string;
      position: number;
      event_type: string;
      error: string;
    }[];
    return rows.map(({ document_id: documentId, position, event_type: eventType, error }) => ({
      documentId,
      position,
      eventType,
      error,
    }));
  }

  async buildIndexes(): Promise<void> {
    const wanted = new Map(this.parts.indexes.map(createIndexOf).map(({ name, text }) => [name, text]));
    // SQLite's own indexes, those of primary keys, have no text.
    const present = this.database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
      .all() as { name: string }[];
    for (const { name } of present) if (!wanted.has(name)) this.database.exec(`DROP INDEX "${name}"`);
    for (const text of wanted.values()) this.database.exec(text);
    if (this.parts.bulk) this.database.sync();
  }

  async close(): Promise<void> {
    this.database.close();
    this.onClose();
  }

  private stands(): number {
    const row = this.database.prepare('SELECT checkpoint FROM progress').get() as { checkpoint: number };
    return row.checkpoint;
  }

  private write(id: string, position: number, document: Document | null): void {
    if (document === null) {
      this.database.prepare('DELETE FROM documents WHERE id = ? AND position < ?').run(id, position);
      return;
    }
    this.database
      .prepare(
        `INSERT INTO documents (id, position, body) VALUES (?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET position = excluded.position, body = excluded.body
         WHERE excluded.position > documents.position`,
      )
      .run(id, position, JSON.stringify(document));
  }

  private park({ documentId, position, eventType, error }: ParkedDocument): void {
    this.database
      .prepare('INSERT INTO parked VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING')
      .run(documentId, position, eventType, error);
  }
}

function documentOf<Document>({ id, position, body }: Row): Stored<Document> {
  return Object.assign(JSON.parse(body) as Document & object, { _id: id, _position: position });
}
