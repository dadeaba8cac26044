import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';

/** How much a commit may lose in a crash: `full` nothing, `normal` the last commits after a power cut, `off` everything. */
export type Durability = 'full' | 'normal' | 'off';

export type SqliteValue = string | number | bigint | Buffer | null | undefined;

/** A prepared statement. */
export interface SqliteStatement {
  run(...values: SqliteValue[]): { changes: number; lastInsertRowid: number | bigint };
  get(...values: SqliteValue[]): unknown;
  all(...values: SqliteValue[]): unknown[];
}

/** One open SQLite file. The only place that knows which driver stands behind it. */
export class Sqlite {
  private readonly statements = new Map<string, Database.Statement>();

  constructor(private readonly database: Database.Database) {}

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

  /** Brings everything written so far onto the disk, whatever the durability. */
  sync(): void {
    this.database.pragma('synchronous = FULL');
    this.database.pragma('wal_checkpoint(TRUNCATE)');
    // A checkpoint that finds nothing to move syncs nothing, yet earlier ones may have moved pages without a sync.
    const descriptor = openSync(this.database.name, 'r+');
    fsyncSync(descriptor);
    closeSync(descriptor);
  }

  /** Moves the write-ahead log into the file and closes it. Closing twice is no error. */
  close(): void {
    if (!this.database.open) return;
    this.statements.clear();
    this.database.close();
  }
}

/** Opens a file, making it and its folder where they are missing, with write-ahead logging and the given durability set anew. */
export function openSqlite(file: string, options: { durability: Durability }): Sqlite {
  mkdirSync(path.dirname(file), { recursive: true });
  const database = new Database(file, { timeout: 5000 });
  database.pragma('journal_mode = WAL');
  database.pragma(`synchronous = ${options.durability.toUpperCase()}`);
  return new Sqlite(database);
}
