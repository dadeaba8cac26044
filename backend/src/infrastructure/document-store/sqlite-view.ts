import { statSync } from 'node:fs';
import { damagedFileIn } from '../disk/damaged-file.js';
import { type Sqlite, type Write, isDamage } from '../sqlite/sqlite.js';
import type { SyncThread } from '../sqlite/sync-thread.js';
import {
  CheckpointConflictError,
  DamagedGenerationError,
  type IndexSpec,
  type KnownDocument,
  MissingGenerationError,
  type ParkedDocument,
  type Picked,
  type Stored,
  type View,
  type ViewBatch,
  type ViewOrigin,
} from '../../kernel/document-store.js';
import { type Filter, type Query, assertFilter, assertQuery } from '../../kernel/query.js';
import { LISTS, columnsOf, countOf, createIndexOf, selectsOf } from './sqlite-query.js';
import { SCHEMA, isConflict, writesOf } from './sqlite-view-writes.js';

interface Row {
  readonly id: string;
  readonly position: number;
  readonly body: string;
}

/** Where a document is in the file. */
interface Place {
  readonly place: number;
  readonly id: string;
}

const PLACE = 'documents.rowid AS place, id';
/** In the order of the places. */
const OF_PLACES = `SELECT documents.id, position, body FROM json_each(?) AS wanted
  CROSS JOIN documents ON documents.rowid = wanted.value ORDER BY wanted.key`;

const TABLES = ['documents', 'parked', 'progress'];

/** Files up to this size are checked page by page when opened, which takes about 10 ms. */
const CHECKED_BYTES = 4 * 1024 * 1024;

export interface SqliteViewParts {
  readonly database: Sqlite;
  readonly file: string;
  /** Names the view in errors. */
  readonly label: string;
  readonly indexes: readonly IndexSpec[];
  /** Knows the id of the log that the documents come from; null until it is known. */
  readonly store: { readonly log: string | null };
  /** Writes the file; this thread does without it. */
  readonly writer?: SyncThread | undefined;
}

/** A generation of a view, in its own SQLite file. */
export class SqliteView<Document extends object> implements View<Document> {
  private readonly database: Sqlite;
  private isGone = false;

  /** @param onClose called after it is closed */
  constructor(
    private readonly parts: SqliteViewParts,
    private readonly onClose: () => void,
  ) {
    this.database = parts.database;
    parts.writer?.open(parts.file, 'normal');
  }

  /** Creates the tables in a new file. */
  make(): void {
    this.database.exec(SCHEMA);
  }

  /** Checks an existing file. @throws DamagedGenerationError */
  check(): void {
    this.honestly(() => {
      const rows = this.database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
      const tables = new Set((rows as { name: string }[]).map(({ name }) => name));
      const missing = TABLES.filter((name) => !tables.has(name));
      if (missing.length > 0) throw this.damaged(`it has no table ${missing.join(', ')}`);
      if (statSync(this.parts.file).size <= CHECKED_BYTES) this.checkPages();
      this.storedCheckpoint();
    });
  }

  async get(id: string): Promise<Stored<Document> | null> {
    return this.honestly(() => {
      const row = this.database.get<Row>('SELECT id, position, body FROM documents WHERE id = ?', id);
      return row ? documentOf<Document>(row) : null;
    });
  }

  async getMany(ids: readonly string[]): Promise<Map<string, Stored<Document>>> {
    return this.honestly(() => {
      const rows = this.database.all<Row>(
        'SELECT id, position, body FROM documents WHERE id IN (SELECT value FROM json_each(?))',
        JSON.stringify(ids),
      );
      return new Map(rows.map((row) => [row.id, documentOf<Document>(row)]));
    });
  }

  async find(query: Query, known?: KnownDocument<Document>): Promise<Stored<Document>[]> {
    return this.honestly(() =>
      known
        ? this.foundBeside(query, known)
        : this.selected<Row>(query).map((row) => documentOf<Document>(row)),
    );
  }

  async pick<Field extends keyof Document & string>(query: Query, fields: readonly Field[]) {
    return this.honestly(() => this.selected<Picked<Document, Field>>(query, columnsOf(fields)));
  }

  async count(where: Filter, most?: number): Promise<number> {
    assertFilter(where);
    const { text, values } = countOf(where, most);
    return this.honestly(() => this.database.get<{ count: number }>(text, ...values)?.count ?? 0);
  }

  /** SQLite's query plan, one line per step: for tests that check which index a query uses. */
  planOf(query: Query, fields?: readonly string[]): string[] {
    assertQuery(query);
    return selectsOf(query, fields && columnsOf(fields)).flatMap(({ text, values }) => {
      const sql = `EXPLAIN QUERY PLAN ${text}`;
      return this.database.all<{ detail: string }>(sql, ...values, query.limit).map(({ detail }) => detail);
    });
  }

  async checkpoint(): Promise<number> {
    return this.honestly(() => this.storedCheckpoint());
  }

  async origin(): Promise<ViewOrigin | null> {
    return this.honestly(() => {
      const sql = `SELECT log, event_position AS position, event AS eventId FROM progress
        WHERE log IS NOT NULL AND event IS NOT NULL AND event_position IS NOT NULL`;
      return this.database.get<ViewOrigin>(sql) ?? null;
    });
  }

  async commit(batch: ViewBatch<Document>): Promise<void> {
    const writes = writesOf(batch, this.parts.store.log);
    const [moved] = await this.carryOut(writes).catch((error: unknown) => {
      if (!isConflict(error)) throw this.translated(error);
      throw new CheckpointConflictError(
        this.parts.label,
        batch.from,
        this.honestly(() => this.storedCheckpoint()),
      );
    });
    // Without a row, nothing moved: this throws.
    if (moved === 0) await this.checkpoint();
  }

  /** Carries out all writes or none. Returns the number of rows that each changed. */
  private async carryOut(writes: readonly Write[]): Promise<readonly number[]> {
    const { writer, file, label } = this.parts;
    if (this.isGone) throw new MissingGenerationError(label);
    if (writer) return writer.call(file, { call: 'write', writes });
    return this.database.transaction(() => writes.map((write) => this.database.write(write)));
  }

  async parked(): Promise<ParkedDocument[]> {
    return this.honestly(() => {
      const columns = 'document_id AS documentId, position, event_type AS eventType, error';
      return this.database.all<ParkedDocument>(`SELECT ${columns} FROM parked ORDER BY document_id`);
    });
  }

  async buildIndexes(): Promise<void> {
    const wanted = new Map(this.parts.indexes.map(createIndexOf).map(({ name, text }) => [name, text]));
    this.honestly(() => {
      // SQLite's own indexes, for primary keys, have no SQL.
      const present = this.database.all<{ type: string; name: string }>(
        `SELECT type, name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL OR name LIKE '${LISTS}%'`,
      );
      const names = new Set(present.map(({ name }) => name));
      for (const { type, name } of present) {
        // A table for a list, and its triggers: `list of keys`, `list of keys: insert`.
        if (!wanted.has(name.replace(/: .*/, ''))) this.database.exec(`DROP ${type} "${name}"`);
      }
      for (const [name, text] of wanted) if (!names.has(name)) this.database.exec(text);
    });
  }

  async close(): Promise<void> {
    try {
      await this.parts.writer?.close(this.parts.file);
    } finally {
      this.database.close();
      this.onClose();
    }
  }

  private selected<Of extends object>(query: Query, columns?: string): Of[] {
    assertQuery(query);
    const rows: Of[] = [];
    for (const { text, values } of selectsOf(query, columns)) {
      rows.push(...this.database.all<Of>(text, ...values, query.limit - rows.length));
      if (rows.length >= query.limit) break;
    }
    return rows;
  }

  /** Reads ids, mostly from an index alone, and the documents that are not known. */
  private foundBeside(query: Query, known: KnownDocument<Document>): Stored<Document>[] {
    return this.database.snapshot(() => {
      const places = this.selected<Place>(query, PLACE);
      const found = places.map(({ id }) => known(id));
      const unknown = places.filter((_, index) => !found[index]).map(({ place }) => place);
      if (unknown.length === 0) return found as Stored<Document>[];
      const read = this.database.all<Row>(OF_PLACES, JSON.stringify(unknown)).values();
      return found.map((document) => document ?? documentOf<Document>(read.next().value as Row));
    });
  }

  /** Closes it because its file is about to be removed: every later call throws MissingGenerationError. */
  async end(): Promise<void> {
    this.isGone = true;
    await this.close();
  }

  /** Runs `work` and translates SQLite's errors about the generation to those of the port. */
  private honestly<Result>(work: () => Result): Result {
    if (this.isGone) throw new MissingGenerationError(this.parts.label);
    try {
      return work();
    } catch (error) {
      throw this.translated(error);
    }
  }

  private translated(error: unknown): unknown {
    // All bodies were valid JSON when they were written.
    if (!isDamage(error) && !(error instanceof SyntaxError)) return error;
    return this.damaged(damagedFileIn(error)?.reason ?? (error as Error).message, { cause: error });
  }

  private checkPages(): void {
    const finding = this.database.get<{ quick_check: string }>('PRAGMA quick_check(1)');
    if (finding?.quick_check !== 'ok') throw this.damaged(finding?.quick_check ?? 'it has no pages');
  }

  private damaged(reason: string, options?: ErrorOptions): DamagedGenerationError {
    return new DamagedGenerationError(this.parts.label, reason, options);
  }

  private storedCheckpoint(): number {
    const row = this.database.get<{ checkpoint: number }>('SELECT checkpoint FROM progress');
    if (!row) throw this.damaged('it has no checkpoint');
    return row.checkpoint;
  }
}

function documentOf<Document>({ id, position, body }: Row): Stored<Document> {
  const document = JSON.parse(body) as Document & { _id: string; _position: number };
  // Object.assign takes as long as parsing.
  document._id = id;
  document._position = position;
  return document;
}
