import { type Checkpointer, type Sqlite, openSqlite } from '../sqlite/sqlite.js';
import { LimitStore, type Quota } from './limit-store.port.js';

/** Counts in a SQLite file: one row per hit, which makes sliding windows possible. */
export class SqliteLimitStore extends LimitStore {
  private readonly database: Sqlite;

  /** @param file is created if missing */
  constructor(file: string, checkpointer?: Checkpointer) {
    super();
    // A power cut may lose the last hits. That does little harm, and a sync per request would be slow.
    this.database = openSqlite(file, { durability: 'normal', checkpointer });
    this.database.exec(`
      CREATE TABLE IF NOT EXISTS hits (key TEXT NOT NULL, at INTEGER NOT NULL, expires_at INTEGER NOT NULL) STRICT;
      CREATE INDEX IF NOT EXISTS hits_by_key ON hits (key, at);
      CREATE INDEX IF NOT EXISTS hits_by_expiry ON hits (expires_at);
    `);
  }

  override async take(quotas: readonly Quota[], now: Date): Promise<Date | null> {
    const at = now.getTime();
    return this.database.transaction(() => {
      const frees = quotas.map((quota) => this.freeAt(quota, at)).filter((time) => time !== null);
      if (frees.length > 0) return new Date(Math.max(...frees));
      const hit = this.database.prepare('INSERT INTO hits VALUES (?, ?, ?)');
      for (const { key, windowMs } of quotas) hit.run(key, at, at + windowMs);
      return null;
    });
  }

  override async giveBack(keys: readonly string[], at: Date): Promise<void> {
    this.database.transaction(() => {
      const one = 'SELECT rowid FROM hits WHERE key = ? AND at = ? LIMIT 1';
      const remove = this.database.prepare(`DELETE FROM hits WHERE rowid IN (${one})`);
      for (const key of keys) remove.run(key, at.getTime());
    });
  }

  override async removeExpired(now: Date): Promise<number> {
    return this.database.run('DELETE FROM hits WHERE expires_at <= ?', now.getTime());
  }

  override async close(): Promise<void> {
    this.database.close();
  }

  /** When a full quota has room again, in milliseconds; null when it has room. */
  private freeAt({ key, most, windowMs }: Quota, at: number): number | null {
    const sql = 'SELECT at FROM hits WHERE key = ? AND at > ? ORDER BY at DESC LIMIT 1 OFFSET ?';
    const oldest = this.database.get<{ at: number }>(sql, key, at - windowMs, most - 1);
    return oldest ? oldest.at + windowMs : null;
  }
}
