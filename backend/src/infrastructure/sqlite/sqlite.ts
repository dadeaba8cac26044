import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';

/**
 * How much may be lost in a crash: with `full` nothing, with `normal` the last commits after a power cut, with
 * `off` the whole file.
 */
export type Durability = 'full' | 'normal' | 'off';

export type SqliteValue = string | number | bigint | Buffer | null | undefined;

/** A prepared statement. */
export interface SqliteStatement {
  run(...values: SqliteValue[]): { changes: number; lastInsertRowid: number | bigint };
  get(...values: SqliteValue[]): unknown;
  all(...values: SqliteValue[]): unknown[];
}

const CACHE_KIBIBYTES = 16_384;
const MAPPED_BYTES = 256 * 1024 * 1024;

/** One open SQLite file. The only place that knows which driver stands behind it. */
export class Sqlite {
  private readonly statements = new Map<string, Database.Statement>();

  constructor(
    private readonly database: Database.Database,
    private readonly durability: Durability,
  ) {}

  /** Runs statements that answer nothing. */
  exec(sql: string): void {
    this.database.exec(sql);
  }

  /** A statement, compiled once for each text. */
  prepare(sql: string): SqliteStatement {
    let statement = this.statements.get(sql);
    if (!statement) {
      statement = this.database.prepare(sql);
      this.statements.set(sql, statement);
    }
    return statement as SqliteStatement;
  }

  /** Runs `work` in one write transaction: all of it, or, when it throws, nothing. */
  transaction<Result>(work: () => Result): Result {
    this.database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.database.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.database.inTransaction) this.database.exec('ROLLBACK');
      throw error;
    }
  }

  /**
   * Brings everything written so far onto the disk, whatever the durability, and leaves the write-ahead log
   * empty.
   * @throws Error when another connection keeps the log in use; what was written stays
   */
  sync(): void {
    this.database.pragma('synchronous = FULL');
    try {
      const [checkpoint] = this.database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
      if (checkpoint?.busy)
        throw new Error(`another connection keeps the write-ahead log of ${this.database.name} in use`);
    } finally {
      this.database.pragma(`synchronous = ${this.durability.toUpperCase()}`);
    }
    // Without a log nothing was synced before. Anywhere else this must not be done: closing a second descriptor of the file
    // drops this process's locks on it, and another process that closes the database would then remove its log.
    if (this.durability === 'off') syncPath(this.database.name, 'r+');
    // A new file is found after a power cut only if its folder is synced too; Windows has no such thing.
    if (process.platform !== 'win32') syncPath(path.dirname(this.database.name), 'r');
  }

  /** Moves the write-ahead log into the file and closes it. Closing twice is no error. */
  close(): void {
    if (!this.database.open) return;
    this.statements.clear();
    this.database.close();
  }
}

/**
 * Opens a file, making it and its folder where they are missing, with the given durability set anew: with
 * write-ahead logging, or, with `off`, without any log on the disk. With `readonly` nothing is made or written.
 * A lock of another connection is waited for, 5 s at most. The first `mappedBytes` of the file are read through the memory that
 * maps it, which counts as the process's own.
 */
export function openSqlite(
  file: string,
  options: { durability: Durability; readonly?: boolean; mappedBytes?: number },
): Sqlite {
  const { durability, readonly = false, mappedBytes = MAPPED_BYTES } = options;
  if (!readonly) mkdirSync(path.dirname(file), { recursive: true });
  const database = new Database(file, { timeout: 5000, readonly, fileMustExist: readonly });
  try {
    // Who may lose the file needs no log on the disk to save it by; bulk writes are half as fast again without.
    if (!readonly) database.pragma(`journal_mode = ${durability === 'off' ? 'MEMORY' : 'WAL'}`);
    database.pragma(`synchronous = ${durability.toUpperCase()}`);
    database.pragma(`cache_size = -${CACHE_KIBIBYTES}`);
    database.pragma(`mmap_size = ${mappedBytes}`);
  } catch (error) {
    database.close();
    throw error;
  }
  return new Sqlite(database, durability);
}

/** Whether SQLite failed because the file is damaged, or is no database at all. */
export function isDamage(error: unknown): boolean {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  if (/^SQLITE_(?:CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(String(code))) return true;
  // Tables that were there when the file was opened; and what is no JSON was JSON when it was written.
  return code === 'SQLITE_ERROR' && /^(?:no such (?:table|column)|malformed JSON)/.test(String(message));
}

function syncPath(file: string, flags: 'r' | 'r+'): void {
  const descriptor = openSync(file, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
