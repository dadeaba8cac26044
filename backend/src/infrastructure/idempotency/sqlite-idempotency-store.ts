import { type Sqlite, openSqlite } from '../sqlite/sqlite.js';
import { type BegunRequest, IdempotencyStore } from './idempotency-store.port.js';

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
    const sql = 'INSERT INTO requests VALUES (?, ?, NULL, ?) ON CONFLICT DO NOTHING';
    if (this.database.run(sql, id, fingerprint, expiresAt.getTime()) === 1) return null;
    const known = this.database.get<BegunRequest>(
      'SELECT fingerprint, answer FROM requests WHERE id = ?',
      id,
    );
    return known ?? null;
  }

  override async finish(id: string, answer: string): Promise<void> {
    this.database.run('UPDATE requests SET answer = ? WHERE id = ? AND answer IS NULL', answer, id);
  }

  override async removeExpired(now: Date): Promise<number> {
    return this.database.run('DELETE FROM requests WHERE expires_at <= ?', now.getTime());
  }

  override async close(): Promise<void> {
    this.database.close();
  }
}
