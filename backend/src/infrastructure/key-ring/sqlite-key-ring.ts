import { randomBytes } from 'node:crypto';
import type { SyncThread } from '../sqlite/sync-thread.js';
import { SyncedFile } from '../sqlite/synced-file.js';
import { KeyRing, type PersonalKey, SET_ASIDE } from '../../kernel/key-ring.js';

const KEY_BYTES = 32;

// A row of `keys` without a key is a tombstone: it keeps the key from being created again. `log` and `erasures` have
// at most one row.
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS keys (person TEXT PRIMARY KEY, key BLOB) STRICT;
  CREATE TABLE IF NOT EXISTS log (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS erasures (one INTEGER PRIMARY KEY CHECK (one = 1), position INTEGER NOT NULL) STRICT`;

/** Personal keys in a SQLite file. Destroyed keys are overwritten, in the file and in its write-ahead log. */
export class SqliteKeyRing extends KeyRing {
  private readonly file: SyncedFile;

  /** @param file is created if it is missing */
  constructor(file: string, thread?: SyncThread) {
    super();
    this.file = new SyncedFile(file, SCHEMA, thread);
  }

  async create(person: string): Promise<PersonalKey> {
    const known = this.keyOf(person);
    if (known) return known;
    const key = randomBytes(KEY_BYTES);
    const made = await this.file.run('INSERT INTO keys VALUES (?, ?) ON CONFLICT DO NOTHING', person, key);
    return made === 1 ? key : this.create(person);
  }

  async find(people: readonly string[]): Promise<Map<string, PersonalKey>> {
    const rows = this.file.all<{ person: string; key: Buffer | null }>(
      'SELECT person, key FROM keys WHERE person IN (SELECT value FROM json_each(?))',
      JSON.stringify(people),
    );
    return new Map(rows.map(({ person, key }) => [person, key ?? 'destroyed']));
  }

  async destroy(...people: readonly string[]): Promise<void> {
    await this.file.run(
      'INSERT INTO keys SELECT value, NULL FROM json_each(?) WHERE true ON CONFLICT DO UPDATE SET key = NULL',
      JSON.stringify(people),
    );
    await this.file.sync();
  }

  async setAside(person: string): Promise<void> {
    const move = `INSERT INTO keys SELECT ? || person, key FROM keys WHERE person = ? AND key IS NOT NULL
                  ON CONFLICT DO NOTHING`;
    const bury = 'INSERT INTO keys VALUES (?, NULL) ON CONFLICT DO UPDATE SET key = NULL';
    await this.file.runAll([
      { sql: move, rows: [[SET_ASIDE, person]] },
      { sql: bury, rows: [[person]] },
    ]);
    await this.file.sync();
  }

  async bury(people: readonly string[]): Promise<number> {
    return this.file.run(
      'INSERT INTO keys SELECT DISTINCT value, NULL FROM json_each(?) WHERE true ON CONFLICT DO NOTHING',
      JSON.stringify(people),
    );
  }

  async size(): Promise<number> {
    // Rows are never deleted, so the highest rowid is the number of rows, without counting.
    const row = this.file.get<{ size: number | null }>('SELECT max(rowid) AS size FROM keys');
    return row?.size ?? 0;
  }

  async living(prefix: string): Promise<string[]> {
    const rows = this.file.all<{ person: string }>(
      'SELECT person FROM keys WHERE person >= ? AND person < ? AND key IS NOT NULL ORDER BY person',
      prefix,
      `${prefix}~`,
    );
    return rows.map(({ person }) => person);
  }

  async erasedUpTo(): Promise<number | null> {
    return this.file.get<{ position: number }>('SELECT position FROM erasures')?.position ?? null;
  }

  async noteErasedUpTo(position: number): Promise<void> {
    const sql = 'INSERT INTO erasures VALUES (1, ?) ON CONFLICT DO UPDATE SET position = excluded.position';
    await this.file.run(sql, position);
  }

  async logId(): Promise<string | null> {
    return this.file.get<{ id: string }>('SELECT id FROM log')?.id ?? null;
  }

  async adopt(logId: string): Promise<void> {
    const insert = 'INSERT INTO log VALUES (1, ?) ON CONFLICT DO UPDATE SET id = excluded.id';
    await this.file.runAll([
      { sql: 'DELETE FROM erasures', rows: [[]] },
      { sql: insert, rows: [[logId]] },
    ]);
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  private keyOf(person: string): PersonalKey | undefined {
    const sql = 'SELECT key FROM keys WHERE person = ?';
    const row = this.file.get<{ key: Buffer | null }>(sql, person);
    return row && (row.key ?? 'destroyed');
  }
}
