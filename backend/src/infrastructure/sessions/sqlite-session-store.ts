import { type Sqlite, openSqlite } from '../sqlite/sqlite.js';
import { type Session, SessionStore } from './session-store.port.js';

interface Row {
  readonly token_hash: string;
  readonly account_id: string;
  readonly created_at: number;
  readonly last_used_at: number;
  readonly expires_at: number;
  readonly user_agent: string | null;
}

/** Sessions in a SQLite file. Times are kept in milliseconds. */
export class SqliteSessionStore extends SessionStore {
  private readonly database: Sqlite;

  /** @param file is made when it is missing */
  constructor(file: string) {
    super();
    // A power cut may sign somebody out or, for a moment, in again where they logged out: so commits are
    // synced.
    this.database = openSqlite(file, { durability: 'full' });
    this.database.exec(`
      CREATE TABLE IF NOT EXISTS sessions (
        token_hash TEXT PRIMARY KEY,
        account_id TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        last_used_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        user_agent TEXT
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS sessions_by_expiry ON sessions (expires_at);
    `);
  }

  override async add(session: Session): Promise<void> {
    this.database
      .prepare('INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?)')
      .run(
        session.tokenHash,
        session.accountId,
        session.createdAt.getTime(),
        session.lastUsedAt.getTime(),
        session.expiresAt.getTime(),
        session.userAgent,
      );
  }

  override async find(tokenHash: string, now: Date): Promise<Session | null> {
    const row = this.database
      .prepare('SELECT * FROM sessions WHERE token_hash = ? AND expires_at > ?')
      .get(tokenHash, now.getTime()) as Row | undefined;
    return row ? sessionOf(row) : null;
  }

  override async touch(tokenHash: string, lastUsedAt: Date): Promise<void> {
    this.database
      .prepare('UPDATE sessions SET last_used_at = ? WHERE token_hash = ?')
      .run(lastUsedAt.getTime(), tokenHash);
  }

  override async remove(tokenHash: string): Promise<void> {
    this.database.prepare('DELETE FROM sessions WHERE token_hash = ?').run(tokenHash);
  }

  override async removeExpired(now: Date): Promise<number> {
    return this.database.prepare('DELETE FROM sessions WHERE expires_at <= ?').run(now.getTime()).changes;
  }

  override async close(): Promise<void> {
    this.database.close();
  }
}

function sessionOf(row: Row): Session {
  return {
    tokenHash: row.token_hash,
    accountId: row.account_id,
    createdAt: new Date(row.created_at),
    lastUsedAt: new Date(row.last_used_at),
    expiresAt: new Date(row.expires_at),
    userAgent: row.user_agent,
  };
}
