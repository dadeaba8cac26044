import { type Sqlite, openSqlite } from '../sqlite/sqlite.js';
import { type BegunRequest, IdempotencyStore } from './idempotency-store.port.js';

/** Requests and their answers in a SQLite file. */
export class SqliteIdempotencyStore extends IdempotencyStore {
  private readonly database: Sqlite;

  /** @param file is created if missing */
  constructor(file: string) {
    super();
    // A power cut may lose the last rows. Their requests have the same ids when they are repeated, so nothing is written twice.
    this.database = openSqlite(file, { durability: 'normal' });
    this.database.exec(`
      CREATE TABLE IF NOT EXISTS requests (
        id TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, answer TEXT, expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS requests_by_expiry ON requests (expires_at);
    `);
  }

  override async begin(id: string, fingerprint: string, expiresAt: Date): Promise<BegunRequest | null> {
    const added = this.database
      .prepare('INSERT INTO requests VALUES (?, ?, NULL, ?) ON CONFLICT DO NOTHING')
      .run(id, fingerprint, expiresAt.getTime());
    if (added.changes === 1) return null;
    return this.database
      .prepare('SELECT fingerprint, answer FROM requests WHERE id = ?')
      .get(id) as BegunRequest;
  }

  override async finish(id: string, answer: string): Promise<void> {
    this.database.prepare('UPDATE requests SET answer = ? WHERE id = ? AND answer IS NULL').run(answer, id);
  }

  override async removeExpired(now: Date): Promise<number> {
    return this.database.prepare('DELETE FROM requests WHERE expires_at <= ?').run(now.getTime()).changes;
  }

  override async close(): Promise<void> {
    this.database.close();
  }
}
