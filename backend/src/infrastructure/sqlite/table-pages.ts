import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import Database from 'better-sqlite3';
import { PARTS, isDamage } from './sqlite.js';

const PAGE = 4096;
/** The first byte of a page with rows of a table. */
const LEAF = 0x0d;
/** Where the first page has the number of pages. */
const SIZE_AT = 28;
/** Where the first page says how to write and how to read the file. */
const FORMAT_AT = 18;
const WAL_FORMAT = 2;

type Row = Readonly<Record<string, unknown>>;

/**
 * Reads the rows of a table whose file is damaged, page by page, so that a damaged page hides its own rows only, whatever
 * it is. Works on a copy, and reads the write-ahead log too.
 */
export class TablePages {
  private constructor(
    private readonly copy: string,
    private readonly database: Database.Database,
    private readonly table: string,
  ) {}

  /**
   * @param copy where to make the copy, which {@link close} removes
   * @param model a new file with the same tables. Its first page, which lists them, takes the place of that of the copy
   */
  static of(file: string, copy: string, model: string, table: string): TablePages {
    removeDatabase(copy);
    copyFileSync(file, copy);
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
    takeFirstPage(copy, model);
    const database = new Database(copy);
    // Defensive connections may not change the schema.
    database.unsafeMode(true);
    database.pragma('wal_checkpoint(TRUNCATE)');
    database.pragma('journal_mode = MEMORY');
    database.pragma('synchronous = OFF');
    return new TablePages(copy, database, table);
  }

  /** The size of the file with its write-ahead log in it. */
  get bytes(): number {
    return statSync(this.copy).size;
  }

  /** The rows that can be read, in the order of the pages. */
  *rows(): Generator<Row> {
    const descriptor = openSync(this.copy, 'r');
    try {
      const kind = Buffer.alloc(1);
      const pages = Math.floor(this.bytes / PAGE);
      // The first page holds the schema.
      for (let page = 2; page <= pages; page += 1) {
        readSync(descriptor, kind, 0, 1, (page - 1) * PAGE);
        if (kind[0] === LEAF) yield* this.rowsOn(page);
      }
    } finally {
      closeSync(descriptor);
    }
  }

  /** The rows of a query that can be read, from its start and, behind damage, from its end: the SQL ends with a column to sort by. */
  fromBothEnds(sql: string): Row[] {
    const forwards = this.until(`${sql} ASC`);
    return forwards.isWhole
      ? forwards.rows
      : [...forwards.rows, ...this.until(`${sql} DESC`).rows.toReversed()];
  }

  close(): void {
    this.database.close();
    removeDatabase(this.copy);
  }

  /** A page of rows is a table of its own. */
  private rowsOn(page: number): Row[] {
    this.database.exec(`
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET rootpage = ${page} WHERE name = '${this.table}';
      PRAGMA writable_schema = RESET`);
    return this.fromBothEnds(`SELECT * FROM ${this.table} NOT INDEXED ORDER BY rowid`);
  }

  private until(sql: string): { readonly rows: Row[]; readonly isWhole: boolean } {
    const rows: Row[] = [];
    try {
      for (const row of this.database.prepare(sql).iterate()) rows.push(row as Row);
      return { rows, isWhole: true };
    } catch (error) {
      if (!isDamage(error)) throw error;
      return { rows, isWhole: false };
    }
  }
}

export function removeDatabase(file: string): void {
  for (const part of PARTS) rmSync(`${file}${part}`, { force: true });
}

function takeFirstPage(copy: string, model: string): void {
  const first = Buffer.alloc(PAGE);
  const from = openSync(model, 'r');
  readSync(from, first, 0, PAGE, 0);
  closeSync(from);
  const pages = Math.floor(statSync(copy).size / PAGE);
  first.writeUInt32BE(pages, SIZE_AT);
  // With any other format the write-ahead log would not be read.
  first.fill(WAL_FORMAT, FORMAT_AT, FORMAT_AT + 2);
  // A file that was cut may end within a page.
  truncateSync(copy, pages * PAGE);
  const to = openSync(copy, 'r+');
  writeSync(to, first, 0, PAGE, 0);
  closeSync(to);
}
