import { LRUCache } from 'lru-cache';
import { type Sqlite, openSqlite } from '../sqlite/sqlite.js';
import { type Session, SessionStore } from './session-store.port.js';

interface Row {
  readonly token_hash: string;
  readonly id: string;
  readonly account_id: string;
  readonly created_at: number;
  readonly last_used_at: number;
  readonly expires_at: number;
  readonly user_agent: string | null;
  readonly address: string | null;
}

const SCHEMA = `
  PRAGMA secure_delete = ON;
  CREATE TABLE IF NOT EXISTS sessions (
    token_hash TEXT PRIMARY KEY,
    id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    user_agent TEXT,
    address TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS sessions_by_expiry ON sessions (expires_at);
  CREATE INDEX IF NOT EXISTS sessions_by_account ON sessions (account_id, last_used_at DESC)`;

/** The maximum number of cached sessions. */
const MOST_KNOWN = 10_000;

/** Sessions in a SQLite file. Times are stored in milliseconds. */
export class SqliteSessionStore extends SessionStore {
  private readonly database: Sqlite;
  /**
   * A cache of the sessions in the file: every request looks one up. It cannot be stale, because the data folder is
   * locked and no other process writes to the file.
   */
  private readonly known = new LRUCache<string, Session>({ max: MOST_KNOWN });

  /** @param file is created if missing */
  constructor(file: string) {
    super();
    // Without synced commits, a power cut could sign users out, or restore a session that they had ended.
    this.database = openSqlite(file, { durability: 'full' });
    this.database.exec(SCHEMA);
  }

  override async add(session: Session): Promise<void> {
    this.database
      .prepare(
        `INSERT INTO sessions (token_hash, id, account_id, created_at, last_used_at, expires_at, user_agent, address)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        session.tokenHash,
        session.id,
        session.accountId,
        session.createdAt.getTime(),
        session.lastUsedAt.getTime(),
        session.expiresAt.getTime(),
        session.userAgent,
        session.address,
      );
  }

  override async find(tokenHash: string, now: Date): Promise<Session | null> {
    const session = this.known.get(tokenHash) ?? this.read(tokenHash);
    return session && session.expiresAt > now ? session : null;
  }

  override async ofAccount(accountId: string, now: Date): Promise<Session[]> {
    const rows = this.database
      .prepare(
        `SELECT * FROM sessions WHERE account_id = ? AND expires_at > ?
         ORDER BY last_used_at DESC, created_at DESC, token_hash`,
      )
      .all(accountId, now.getTime()) as Row[];
    return rows.map(sessionOf);
  }

  override async touch(tokenHash: string, lastUsedAt: Date, address: string | null): Promise<void> {
    this.known.delete(tokenHash);
    this.database
      .prepare('UPDATE sessions SET last_used_at = ?, address = ? WHERE token_hash = ?')
      .run(lastUsedAt.getTime(), address, tokenHash);
  }

  override async remove(tokenHash: string): Promise<void> {
    this.known.delete(tokenHash);
    this.database.prepare('DELETE FROM sessions WHERE token_hash = ?').run(tokenHash);
  }

  override async removeOne(accountId: string, id: string): Promise<boolean> {
    this.known.clear();
    const removed = this.database
      .prepare('DELETE FROM sessions WHERE account_id = ? AND id = ?')
      .run(accountId, id);
    return removed.changes === 1;
  }

  override async removeAll(accountId: string, exceptTokenHash: string | null): Promise<number> {
    this.known.clear();
    return this.database
      .prepare('DELETE FROM sessions WHERE account_id = ? AND token_hash IS NOT ?')
      .run(accountId, exceptTokenHash).changes;
  }

  override async removeExpired(now: Date): Promise<number> {
    this.known.clear();
    return this.database.prepare('DELETE FROM sessions WHERE expires_at <= ?').run(now.getTime()).changes;
  }

  override async scrub(): Promise<void> {
    // Rows that SQLite moved to another page leave copies behind, even with secure_delete. VACUUM rewrites the file.
    this.database.exec('VACUUM');
    this.database.sync();
  }

  override async close(): Promise<void> {
    this.database.close();
  }

  private read(tokenHash: string): Session | null {
    const row = this.database.prepare('SELECT * FROM sessions WHERE token_hash = ?').get(tokenHash);
    if (!row) return null;
    const session = sessionOf(row as Row);
    this.known.set(tokenHash, session);
    return session;
  }
}

function sessionOf(row: Row): Session {
  return {
    tokenHash: row.token_hash,
    id: row.id,
    accountId: row.account_id,
    createdAt: new Date(row.created_at),
    lastUsedAt: new Date(row.last_used_at),
    expiresAt: new Date(row.expires_at),
    userAgent: row.user_agent,
    address: row.address,
  };
}
