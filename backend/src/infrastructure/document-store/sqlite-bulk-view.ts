import { open } from 'node:fs/promises';
import path from 'node:path';
import type {
  BulkDocument,
  BulkEnd,
  BulkView,
  IndexSpec,
  WrittenDocument,
} from '../../kernel/document-store.js';
import { type Sqlite, openSqlite } from '../sqlite/sqlite.js';
import { syncFolder } from '../sync-folder.js';
import { createIndexOf } from './sqlite-query.js';
import { SCHEMA } from './sqlite-view-writes.js';

/** Small, because many views are built at a time. The operating system caches the rest, and can release it. */
const CACHE_KIBIBYTES = 1024;

/**
 * A generation that is being built, in its own SQLite file: one transaction, no rollback, no index except the primary
 * key.
 */
export class SqliteBulkView implements BulkView {
  private constructor(
    private readonly database: Sqlite,
    private readonly file: string,
    private readonly indexes: readonly IndexSpec[],
    private readonly onClose: () => void,
  ) {}

  /** @param file must not exist yet */
  static begin(file: string, indexes: readonly IndexSpec[], onClose: () => void): SqliteBulkView {
    const database = openSqlite(file, { durability: 'off', cacheKib: CACHE_KIBIBYTES });
    database.exec(`
      PRAGMA journal_mode = OFF;
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA secure_delete = ON`);
    database.exec(SCHEMA);
    database.exec('BEGIN');
    return new SqliteBulkView(database, file, indexes, onClose);
  }

  async write(documents: readonly BulkDocument[]): Promise<void> {
    const insert = this.database.prepare('INSERT INTO documents (id, position, body) VALUES (?, ?, ?)');
    const update = this.database.prepare('UPDATE documents SET position = ?, body = ? WHERE id = ?');
    const remove = this.database.prepare('DELETE FROM documents WHERE id = ?');
    // In the order of ids, so that neighbours share pages.
    const sorted = documents.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    for (const { id, position, body, isNew } of sorted) {
      if (body === null) remove.run(id);
      else if (isNew) insert.run(id, position, body);
      else update.run(position, body, id);
    }
  }

  async read(ids: readonly string[]): Promise<readonly WrittenDocument[]> {
    return this.database.all<WrittenDocument>(
      'SELECT id, position, body FROM documents WHERE id IN (SELECT value FROM json_each(?))',
      JSON.stringify(ids),
    );
  }

  async finish({ checkpoint, origin, parked }: BulkEnd): Promise<void> {
    const park = this.database.prepare('INSERT INTO parked VALUES (?, ?, ?, ?)');
    for (const { documentId, position, eventType, error } of parked) {
      park.run(documentId, position, eventType, error);
    }
    for (const { text } of this.indexes.map(createIndexOf)) this.database.exec(text);
    this.database
      .prepare('UPDATE progress SET checkpoint = ?, log = ?, event = ?, event_position = ?')
      .run(checkpoint, origin?.log, origin?.eventId, origin?.position);
    this.database.exec('COMMIT');
    // Yield first: SQLite blocks the thread while it indexes.
    await syncFile(this.file);
    // A new file survives a power cut only if its folder is synced, too.
    await syncFolder(path.dirname(this.file));
  }

  async close(): Promise<void> {
    this.database.close();
    this.onClose();
  }
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
