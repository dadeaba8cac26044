import { type Checkpointer, type Sqlite, openSqlite } from '../sqlite/sqlite.js';
import { type BegunRequest, type Charged, IdempotencyStore } from './idempotency-store.port.js';

export class SqliteIdempotencyStore extends IdempotencyStore {
  private readonly database: Sqlite;

  /** @param file is created if missing */
  constructor(file: string, checkpointer?: Checkpointer) {
    super();
    // A power cut may lose the last rows. Their requests have the same ids when they are repeated, so nothing is written twice.
    this.database = openSqlite(file, { durability: 'normal', checkpointer });
    this.database.exec(`
      CREATE TABLE IF NOT EXISTS requests (
        id TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, answer TEXT, expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS requests_by_expiry ON requests (expires_at);
    `);
    const columns = this.database.all<{ name: string }>("SELECT name FROM pragma_table_info('requests')");
    // A file of an earlier version. Its requests have no owner, and expire within a day.
    if (!columns.some(({ name }) => name === 'owner')) {
      this.database.exec("ALTER TABLE requests ADD COLUMN owner TEXT NOT NULL DEFAULT ''");
    }
    this.database.exec('CREATE INDEX IF NOT EXISTS requests_by_owner ON requests (owner, expires_at)');
  }

  override async begin(
    id: string,
    fingerprint: string,
    expiresAt: Date,
    { owner, most }: Charged,
  ): Promise<BegunRequest | null> {
    return this.database.transaction(() => {
      const insert =
        'INSERT INTO requests (id, fingerprint, expires_at, owner) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING';
      if (this.database.run(insert, id, fingerprint, expiresAt.getTime(), owner) === 0) {
        const known = 'SELECT fingerprint, answer FROM requests WHERE id = ?';
        return this.database.get<BegunRequest>(known, id) ?? null;
      }
      const tooMany =
        'SELECT id FROM requests WHERE owner = ? AND id <> ? ORDER BY expires_at DESC LIMIT -1 OFFSET ?';
      this.database.run(`DELETE FROM requests WHERE id IN (${tooMany})`, owner, id, most - 1);
      return null;
    });
  }

  override async knows(id: string): Promise<boolean> {
    return this.database.get('SELECT 1 FROM requests WHERE id = ?', id) !== undefined;
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
