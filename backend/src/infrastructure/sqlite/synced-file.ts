import { type Sqlite, type SqliteValue, type Write, openSqlite } from './sqlite.js';
import { SyncThread } from './sync-thread.js';

/**
 * A SQLite file that must lose nothing: a write resolves when the disk has it. Another thread writes and syncs; reads are
 * on this thread and see what was committed, so whatever depends on a write must await it. Deleted data is overwritten.
 */
export class SyncedFile {
  private readonly database: Sqlite;

  /**
   * @param file is created if it is missing
   * @param schema is repeatable
   * @param thread may write other files, too
   */
  constructor(
    private readonly file: string,
    schema: string,
    private readonly thread: SyncThread = new SyncThread(),
  ) {
    this.database = openSqlite(file, { durability: 'full' });
    try {
      this.database.exec(schema);
    } catch (error) {
      this.database.close();
      throw error;
    }
    thread.open(file);
  }

  /** Changes the tables of an earlier version, at the start. */
  alter(sql: string): void {
    this.database.exec(sql);
  }

  /** The first row of the result. The row type must fit the SQL: nothing checks it. */
  get<Row extends object>(sql: string, ...values: SqliteValue[]): Row | undefined {
    return this.database.get<Row>(sql, ...values);
  }

  all<Row extends object>(sql: string, ...values: SqliteValue[]): Row[] {
    return this.database.all<Row>(sql, ...values);
  }

  /** Runs a statement that returns no rows. Returns the number of changed rows. */
  async run(sql: string, ...values: SqliteValue[]): Promise<number> {
    const [changes = 0] = await this.runAll([{ sql, rows: [values] }]);
    return changes;
  }

  /** Runs all statements or none. Returns the number of rows that each changed. */
  runAll(writes: readonly Write[]): Promise<readonly number[]> {
    return this.thread.call(this.file, { call: 'write', writes });
  }

  /** Truncates the write-ahead log, which may hold what was deleted. */
  async sync(): Promise<void> {
    await this.thread.call(this.file, { call: 'sync' });
  }

  /** Rewrites the file: rows that SQLite moved to another page leave copies behind. */
  async vacuum(): Promise<void> {
    await this.thread.call(this.file, { call: 'vacuum' });
  }

  /** Closes it after the last write. Closing twice is allowed. */
  async close(): Promise<void> {
    try {
      await this.thread.close(this.file);
    } finally {
      this.database.close();
    }
  }
}
