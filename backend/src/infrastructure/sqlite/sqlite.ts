import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { FormatError } from '../../kernel/format-error.js';
import { DamagedFileError } from '../disk/damaged-file.js';
import { lacksInodes } from '../disk/file-system.js';
import { syncFile, syncFolderNow } from '../sync-folder.js';

/** What a crash may lose: `full` nothing, `normal` the last commits after a power cut, `off` the whole file. */
export type Durability = 'full' | 'normal' | 'off';

export type SqliteValue = string | number | bigint | Buffer | null | undefined;

export interface SqliteStatement {
  run(...values: SqliteValue[]): { changes: number; lastInsertRowid: number | bigint };
  get(...values: SqliteValue[]): unknown;
  all(...values: SqliteValue[]): unknown[];
}

/** A statement that returns no rows, and the values of each time that it runs. */
export interface Write {
  readonly sql: string;
  readonly rows: readonly (readonly SqliteValue[])[];
}

/** Copies the write-ahead log of a file into the file, and syncs both, in another thread. */
export interface Checkpointer {
  checkpoint(file: string): Promise<void>;
}

/** How large a write-ahead log becomes before another thread copies it. Each time it starts again costs one sync. */
const LOG_BYTES = 8 * 1024 * 1024;
/** Until the next try when it could not start again, because of writes or a reader. */
const MORE_BYTES = 1024 * 1024;
/** From this size on, writes wait for the copy. */
const MOST_LOG_BYTES = 64 * 1024 * 1024;
const PASSES = 3;
const PATIENCE_MS = 5000;

/** In one step of a copy: between two steps others could write, and the copy would start again. */
const ALL_PAGES = 0x7f_ff_ff_ff;

/** The format of all files, in their `user_version`. */
const FILE_FORMAT = 1;

/** The endings of the files of an SQLite database. */
export const PARTS = ['', '-wal', '-shm'] as const;

/** What each file gets in any case, in KiB. */
const LEAST_CACHE = 256;
/** After so many uses of files, the caches are shared out again. */
const USES = 2000;

/**
 * The page caches of the files that this thread has open; a server opens some 40. They share their space by how often each
 * file is used. Files are not mapped: it would save little time, count towards the memory of the process, and end it when a
 * file is cut.
 */
class PageCaches {
  private readonly uses = new Map<Database.Database, number>();
  private kibibytes = 16 * 1024;
  private count = 0;

  /** @param bytes for all files together */
  share(bytes: number): void {
    this.kibibytes = bytes / 1024;
    this.shareOut();
  }

  add(file: Database.Database): void {
    this.uses.set(file, 0);
    file.pragma(`cache_size = -${LEAST_CACHE}`);
  }

  use(file: Database.Database): void {
    const uses = this.uses.get(file);
    if (uses === undefined) return;
    this.uses.set(file, uses + 1);
    this.count += 1;
    if (this.count >= USES) this.shareOut();
  }

  remove(file: Database.Database): void {
    this.uses.delete(file);
  }

  private shareOut(): void {
    this.count = 0;
    const all = [...this.uses.values()].reduce((sum, uses) => sum + uses, 1);
    const space = Math.max(0, this.kibibytes - LEAST_CACHE * this.uses.size);
    for (const [file, uses] of this.uses) {
      file.pragma(`cache_size = -${Math.round(LEAST_CACHE + (space * uses) / all)}`);
      // What was used lately counts more.
      this.uses.set(file, uses / 2);
    }
  }
}

export const pageCaches = new PageCaches();

/** One open SQLite file. Nothing outside of this folder knows the driver. Errors name a file that is damaged. */
export class Sqlite {
  private readonly statements = new Map<string, Database.Statement>();
  private readonly place: string;
  /** The size of the write-ahead log at which it is copied. */
  private due = LOG_BYTES;
  private isCheckpointing = false;

  constructor(
    private readonly database: Database.Database,
    private readonly durability: Durability,
    private readonly checkpointer: Checkpointer | null = null,
  ) {
    this.place = placeOf(database.name);
  }

  /** Runs statements that return no rows. */
  exec(sql: string): void {
    this.naming(() => this.database.exec(sql));
  }

  /** A prepared statement, for loops; each SQL text is compiled once. */
  prepare(sql: string): SqliteStatement {
    let statement = this.statements.get(sql);
    if (!statement) {
      statement = this.database.prepare(sql);
      this.statements.set(sql, statement);
    }
    return statement as SqliteStatement;
  }

  /** Runs a statement that returns no rows. Returns the number of changed rows. */
  run(sql: string, ...values: SqliteValue[]): number {
    return this.naming(() => {
      const { changes } = this.prepare(sql).run(...values);
      this.requireInPlace();
      this.checkpointIfDue();
      return changes;
    });
  }

  /** Runs a part of a transaction. Returns the number of changed rows. */
  write({ sql, rows }: Write): number {
    if (rows.length === 0) return 0;
    const statement = this.prepare(sql);
    return rows.reduce((sum, values) => sum + statement.run(...values).changes, 0);
  }

  /** The first row of the result. The row type must fit the SQL: nothing checks it. */
  get<Row extends object>(sql: string, ...values: SqliteValue[]): Row | undefined {
    return this.naming(() => this.prepare(sql).get(...values) as Row | undefined);
  }

  all<Row extends object>(sql: string, ...values: SqliteValue[]): Row[] {
    return this.naming(() => this.prepare(sql).all(...values) as Row[]);
  }

  /** Runs `work` in one write transaction. Rolls back when it throws. */
  transaction<Result>(work: () => Result): Result {
    return this.naming(() => {
      this.database.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        this.database.exec('COMMIT');
        this.requireInPlace();
        this.checkpointIfDue();
        return result;
      } catch (error) {
        if (this.database.inTransaction) this.database.exec('ROLLBACK');
        throw error;
      }
    });
  }

  /**
   * Syncs everything written so far to the disk, at any durability, and truncates the write-ahead log.
   * @throws Error when another connection is using the write-ahead log; the data is kept
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
    // With `off` nothing has synced the file yet. In WAL mode this would be wrong: closing a second descriptor drops
    // this process's locks on the file, and another process that closes the database would remove its log.
    if (this.durability === 'off') syncFile(this.database.name);
    // A new file survives a power cut only if its folder is synced, too.
    syncFolderNow(path.dirname(this.database.name));
  }

  /**
   * Copies the database to a new file and syncs it. The copy is what the database was at one moment, while other connections
   * write on. It blocks this process, so the server must not call it.
   */
  async copyTo(file: string): Promise<void> {
    await this.database.backup(file, { progress: () => ALL_PAGES });
    syncFile(file);
  }

  /** What is wrong with the file, its indexes included; null if nothing is. Reads the whole file. */
  fault(): string | null {
    const [row] = this.database.pragma('integrity_check(1)') as { integrity_check: string }[];
    return row?.integrity_check === 'ok' ? null : (row?.integrity_check ?? 'it could not be checked');
  }

  /** Checkpoints the write-ahead log and closes the file. Closing twice is allowed. */
  close(): void {
    if (!this.database.open) return;
    pageCaches.remove(this.database);
    this.statements.clear();
    this.database.close();
  }

  /** What is written to a file that was deleted ends with this process, so nobody may count on it. */
  private requireInPlace(): void {
    const { name } = this.database;
    if (this.durability !== 'full' || placeOf(name) === this.place) return;
    throw new DamagedFileError(name, 'it was deleted or replaced while the server runs');
  }

  /** Once nothing is left to copy, the next write starts the write-ahead log again. */
  private checkpointIfDue(): void {
    if (this.checkpointer === null || this.isCheckpointing) return;
    const { name } = this.database;
    const size = logSizeOf(name);
    if (size <= LOG_BYTES) this.due = LOG_BYTES;
    if (size <= this.due) return;
    this.isCheckpointing = true;
    const end = () => {
      this.isCheckpointing = false;
      this.due = logSizeOf(name) + MORE_BYTES;
    };
    // A failure, such as a full disk, fails no write; there is another try.
    this.checkpointer.checkpoint(name).then(end, end);
  }

  private naming<Result>(work: () => Result): Result {
    pageCaches.use(this.database);
    try {
      return work();
    } catch (error) {
      throw named(error, this.database.name);
    }
  }
}

/**
 * Opens a file and creates it and its folder if missing. Uses write-ahead logging or, with `off`, a journal in
 * memory. Waits up to 5 s for locks of other connections.
 * @param options without a `checkpointer`, a write now and then waits until the write-ahead log is copied and synced; without
 * `cacheKib`, its page cache is a part of {@link pageCaches}
 * @throws FormatError, DamagedFileError
 */
export function openSqlite(
  file: string,
  options: { durability: Durability; checkpointer?: Checkpointer | undefined; cacheKib?: number },
): Sqlite {
  const { durability, checkpointer, cacheKib } = options;
  mkdirSync(path.dirname(file), { recursive: true });
  const database = opened(file);
  try {
    // A file that may be lost needs no log on the disk. Bulk writes are 1.5 times as fast without one.
    database.pragma(`journal_mode = ${durability === 'off' ? 'MEMORY' : 'WAL'}`);
    database.pragma(`synchronous = ${durability.toUpperCase()}`);
    if (cacheKib === undefined) pageCaches.add(database);
    else database.pragma(`cache_size = -${cacheKib}`);
    requireFormat(database);
    if (checkpointer) {
      database.pragma('wal_autocheckpoint = 0');
      // When the log starts again, it is cut to the size at which it is copied: a larger one has that much to copy.
      database.pragma(`journal_size_limit = ${LOG_BYTES}`);
    }
  } catch (error) {
    pageCaches.remove(database);
    database.close();
    throw unreadable(file, error) ?? named(error, file);
  }
  return new Sqlite(database, durability, checkpointer);
}

/**
 * Copies the write-ahead log of a file that another thread may write, and syncs both.
 * @throws Error of SQLite, also when the file was removed
 */
export function checkpointNow(file: string): void {
  const database = new Database(file, { fileMustExist: true, timeout: PATIENCE_MS });
  try {
    const mode = logSizeOf(file) > MOST_LOG_BYTES ? 'TRUNCATE' : 'PASSIVE';
    for (let pass = 0; pass < PASSES; pass += 1) {
      const [left] = database.pragma(`wal_checkpoint(${mode})`) as { log: number; checkpointed: number }[];
      if (left?.log === left?.checkpointed) return;
    }
  } finally {
    database.close();
  }
}

function logSizeOf(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

function opened(file: string): Database.Database {
  try {
    return new Database(file, { timeout: PATIENCE_MS });
  } catch (error) {
    throw unreadable(file, error) ?? named(error, file);
  }
}

/** Names the part of a database that this process may not use; null if it may use all of them. */
function unreadable(file: string, cause: unknown): DamagedFileError | null {
  for (const part of PARTS) {
    const name = `${file}${part}`;
    const found = statSync(name, { throwIfNoEntry: false });
    if (!found) continue;
    if (found.isDirectory()) return new DamagedFileError(name, 'EISDIR', { cause, isUnreadable: true });
    try {
      accessSync(name, constants.R_OK | constants.W_OK);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return new DamagedFileError(name, String(code), { cause, isUnreadable: true });
    }
  }
  return null;
}

/** Tells a file from another one with its name. */
function placeOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true });
  return `${found?.dev}/${found?.ino}`;
}

/** The same error; that of a damaged file names it, and that of a file that cannot be made says why. */
function named(error: unknown, file: string): unknown {
  if ((Object(error) as { code?: unknown }).code === 'SQLITE_CANTOPEN' && lacksInodes(file)) {
    return Object.assign(new Error('no free inodes', { cause: error }), { code: 'ENOSPC', path: file });
  }
  if (error instanceof DamagedFileError || !isBroken(error)) return error;
  return new DamagedFileError(file, (error as Error).message, { cause: error });
}

/** Whether SQLite found that the pages of a file are damaged. */
function isBroken(error: unknown): boolean {
  return /^SQLITE_(?:CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(
    String((Object(error) as { code?: unknown }).code),
  );
}

/** Records the format in a new file. @throws FormatError if the file has another format */
function requireFormat(database: Database.Database): void {
  const format = () => Number(database.pragma('user_version', { simple: true }));
  if (format() === FILE_FORMAT) return;
  const isNew = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  if (isNew) database.pragma(`user_version = ${FILE_FORMAT}`);
  // Another process may have made it meanwhile: it sets the format first.
  else if (format() !== FILE_FORMAT) throw new FormatError(database.name, format(), FILE_FORMAT);
}

/** Whether SQLite failed because the file is damaged, is not a database, or cannot be read. */
export function isDamage(error: unknown): boolean {
  if (error instanceof DamagedFileError || isBroken(error)) return true;
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  // These tables existed when the file was opened, and only valid JSON was written.
  return code === 'SQLITE_ERROR' && /^(?:no such (?:table|column)|malformed JSON)/.test(String(message));
}
