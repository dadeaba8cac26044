import { LRUCache } from 'lru-cache';
import type { SqliteValue } from '../sqlite/sqlite.js';
import type { SyncThread } from '../sqlite/sync-thread.js';
import { SyncedFile } from '../sqlite/synced-file.js';
import { type Session, SessionStore } from './session-store.port.js';

/** A session with its times in milliseconds. */
interface Row extends Omit<Session, 'createdAt' | 'lastUsedAt' | 'expiresAt'> {
  readonly createdAt: number;
  readonly lastUsedAt: number;
  readonly expiresAt: number;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS sessions (
    token_hash TEXT PRIMARY KEY,
    id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    user_agent TEXT,
    address TEXT,
    proof TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS sessions_by_expiry ON sessions (expires_at);
  CREATE INDEX IF NOT EXISTS sessions_by_account ON sessions (account_id, last_used_at DESC)`;

const SELECT = `
  SELECT token_hash AS tokenHash, id, account_id AS accountId, created_at AS createdAt, last_used_at AS lastUsedAt,
    expires_at AS expiresAt, user_agent AS userAgent, address, proof
  FROM sessions`;

const MOST_KNOWN = 10_000;

/** Sessions in a SQLite file. Times are stored in milliseconds. */
export class SqliteSessionStore extends SessionStore {
  /** Without synced commits, a power cut could sign users out, or restore a session that they had ended. */
  private readonly file: SyncedFile;
  /**
   * A cache of the sessions in the file: every request looks one up. It cannot be stale, because the data folder is
   * locked and no other process writes to the file.
   */
  private readonly known = new LRUCache<string, Session>({ max: MOST_KNOWN });

  /** @param file is created if missing */
  constructor(file: string, thread?: SyncThread) {
    super();
    this.file = new SyncedFile(file, SCHEMA, thread);
    const columns = this.file.all<{ name: string }>("SELECT name FROM pragma_table_info('sessions')");
    // A file from before proofs were kept.
    if (!columns.some(({ name }) => name === 'proof'))
      this.file.alter('ALTER TABLE sessions ADD COLUMN proof TEXT');
  }

  override async add(session: Session): Promise<void> {
    const { tokenHash, id, accountId, createdAt, lastUsedAt, expiresAt, userAgent, address, proof } = session;
    const times = [createdAt, lastUsedAt, expiresAt].map((time) => time.getTime());
    const sql = `INSERT INTO sessions
      (token_hash, id, account_id, created_at, last_used_at, expires_at, user_agent, address, proof)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
    await this.file.run(sql, tokenHash, id, accountId, ...times, userAgent, address, proof);
  }

  override async find(tokenHash: string, now: Date): Promise<Session | null> {
    const session = this.known.get(tokenHash) ?? this.read(tokenHash);
    return session && session.expiresAt > now ? session : null;
  }

  override async ofAccount(accountId: string, now: Date): Promise<Session[]> {
    const which =
      'WHERE account_id = ? AND expires_at > ? ORDER BY last_used_at DESC, created_at DESC, token_hash';
    return this.file.all<Row>(`${SELECT} ${which}`, accountId, now.getTime()).map(sessionOf);
  }

  override async touch(tokenHash: string, lastUsedAt: Date, address: string | null): Promise<void> {
    const sql = 'UPDATE sessions SET last_used_at = ?, address = ? WHERE token_hash = ?';
    await this.change(tokenHash, sql, lastUsedAt.getTime(), address, tokenHash);
  }

  override async renew(tokenHash: string, createdAt: Date, proof: string | null): Promise<void> {
    const sql = 'UPDATE sessions SET created_at = ?, proof = ? WHERE token_hash = ?';
    await this.change(tokenHash, sql, createdAt.getTime(), proof, tokenHash);
  }

  override async remove(tokenHash: string): Promise<void> {
    await this.change(tokenHash, 'DELETE FROM sessions WHERE token_hash = ?', tokenHash);
  }

  override async removeOne(accountId: string, id: string): Promise<boolean> {
    return (await this.removeWhere('account_id = ? AND id = ?', accountId, id)) === 1;
  }

  override async removeAll(accountId: string, exceptTokenHash: string | null): Promise<number> {
    return this.removeWhere('account_id = ? AND token_hash IS NOT ?', accountId, exceptTokenHash);
  }

  override async removeExpired(now: Date): Promise<number> {
    return this.removeWhere('expires_at <= ?', now.getTime());
  }

  override async scrub(): Promise<void> {
    await this.file.vacuum();
  }

  override async close(): Promise<void> {
    await this.file.close();
  }

  private read(tokenHash: string): Session | null {
    const row = this.file.get<Row>(`${SELECT} WHERE token_hash = ?`, tokenHash);
    if (!row) return null;
    const session = sessionOf(row);
    this.known.set(tokenHash, session);
    return session;
  }

  /** Forgets the session after the change: a request may have read it meanwhile. */
  private async change(tokenHash: string, sql: string, ...values: SqliteValue[]): Promise<void> {
    try {
      await this.file.run(sql, ...values);
    } finally {
      this.known.delete(tokenHash);
    }
  }

  /** Removes sessions of any token, so the whole cache goes. */
  private async removeWhere(condition: string, ...values: SqliteValue[]): Promise<number> {
    try {
      return await this.file.run(`DELETE FROM sessions WHERE ${condition}`, ...values);
    } finally {
      this.known.clear();
    }
  }
}

function sessionOf({ createdAt, lastUsedAt, expiresAt, ...row }: Row): Session {
  return {
    ...row,
    createdAt: new Date(createdAt),
    lastUsedAt: new Date(lastUsedAt),
    expiresAt: new Date(expiresAt),
  };
}
