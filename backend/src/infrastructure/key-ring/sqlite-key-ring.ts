import { randomBytes } from 'node:crypto';
import { type Sqlite, openSqlite } from '../sqlite/sqlite.js';
import { KeyRing, type PersonalKey } from '../../kernel/key-ring.js';

const KEY_BYTES = 32;

// A row of `keys` without a key is a tombstone: it keeps the key from being created again. `log` and `erasures` have
// at most one row.
const SCHEMA = `
  PRAGMA secure_delete = ON;
  CREATE TABLE IF NOT EXISTS keys (person TEXT PRIMARY KEY, key BLOB) STRICT;
  CREATE TABLE IF NOT EXISTS log (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS erasures (one INTEGER PRIMARY KEY CHECK (one = 1), position INTEGER NOT NULL) STRICT`;

/** Personal keys in a SQLite file. Destroyed keys are overwritten, in the file and in its write-ahead log. */
export class SqliteKeyRing extends KeyRing {
  private readonly database: Sqlite;

  /** @param file is created if it is missing */
  constructor(file: string) {
    super();
    this.database = openSqlite(file, { durability: 'full' });
    this.database.exec(SCHEMA);
  }

  async create(person: string): Promise<PersonalKey> {
    const known = this.keyOf(person);
    if (known) return known;
    const key = randomBytes(KEY_BYTES);
    const made = this.database
      .prepare('INSERT INTO keys VALUES (?, ?) ON CONFLICT DO NOTHING')
      .run(person, key);
    return made.changes === 1 ? key : this.create(person);
  }

  async find(people: readonly string[]): Promise<Map<string, PersonalKey>> {
    const rows = this.database
      .prepare('SELECT person, key FROM keys WHERE person IN (SELECT value FROM json_each(?))')
      .all(JSON.stringify(people)) as { person: string; key: Buffer | null }[];
    return new Map(rows.map(({ person, key }) => [person, key ?? 'destroyed']));
  }

  async destroy(person: string): Promise<void> {
    this.database
      .prepare('INSERT INTO keys VALUES (?, NULL) ON CONFLICT DO UPDATE SET key = NULL')
      .run(person);
    this.database.sync();
  }

  async bury(people: readonly string[]): Promise<number> {
    const { changes } = this.database
      .prepare(
        'INSERT INTO keys SELECT DISTINCT value, NULL FROM json_each(?) WHERE true ON CONFLICT DO NOTHING',
      )
      .run(JSON.stringify(people));
    return changes;
  }

  async size(): Promise<number> {
    // Rows are never deleted, so the highest rowid is the number of rows, without counting.
    const row = this.database.prepare('SELECT coalesce(max(rowid), 0) AS size FROM keys').get();
    return (row as { size: number }).size;
  }

  async living(prefix: string): Promise<string[]> {
    const rows = this.database
      .prepare('SELECT person FROM keys WHERE person >= ? AND person < ? AND key IS NOT NULL ORDER BY person')
      .all(prefix, `${prefix}~`) as { person: string }[];
    return rows.map(({ person }) => person);
  }

  async erasedUpTo(): Promise<number | null> {
    const row = this.database.prepare('SELECT position FROM erasures').get() as
      { position: number } | undefined;
    return row?.position ?? null;
  }

  async noteErasedUpTo(position: number): Promise<void> {
    this.database
      .prepare('INSERT INTO erasures VALUES (1, ?) ON CONFLICT DO UPDATE SET position = excluded.position')
      .run(position);
  }

  async logId(): Promise<string | null> {
    const row = this.database.prepare('SELECT id FROM log').get() as { id: string } | undefined;
    return row?.id ?? null;
  }

  async adopt(logId: string): Promise<void> {
    this.database.prepare('DELETE FROM erasures').run();
    this.database
      .prepare('INSERT INTO log VALUES (1, ?) ON CONFLICT DO UPDATE SET id = excluded.id')
      .run(logId);
  }

  async close(): Promise<void> {
    this.database.close();
  }

  private keyOf(person: string): PersonalKey | undefined {
    const row = this.database.prepare('SELECT key FROM keys WHERE person = ?').get(person) as
      { key: Buffer | null } | undefined;
    return row && (row.key ?? 'destroyed');
  }
}
