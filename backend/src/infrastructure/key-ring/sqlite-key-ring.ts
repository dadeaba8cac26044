import { randomBytes } from 'node:crypto';
import { type Sqlite, openSqlite } from '../sqlite/sqlite.js';
import { KeyRing } from '../../kernel/key-ring.js';

const KEY_BYTES = 32;

/**
 * Personal keys in a SQLite file. What is destroyed is overwritten, in the file and in its write-ahead log.
 */
export class SqliteKeyRing extends KeyRing {
  private readonly database: Sqlite;

  /** @param file is made when it is missing */
  constructor(file: string) {
    super();
    this.database = openSqlite(file, { durability: 'full' });
    this.database.exec(`
      PRAGMA secure_delete = ON;
      CREATE TABLE IF NOT EXISTS keys (person TEXT PRIMARY KEY, key BLOB) STRICT`);
  }

  async obtain(person: string): Promise<Buffer | null> {
    const known = this.keyOf(person);
    if (known) return known.key;
    this.database
      .prepare('INSERT INTO keys VALUES (?, ?) ON CONFLICT DO NOTHING')
      .run(person, randomBytes(KEY_BYTES));
    return this.keyOf(person)?.key ?? null;
  }

  async find(people: readonly string[]): Promise<Map<string, Buffer>> {
    const rows = this.database
      .prepare(
        'SELECT person, key FROM keys WHERE key IS NOT NULL AND person IN (SELECT value FROM json_each(?))',
      )
      .all(JSON.stringify(people)) as { person: string; key: Buffer }[];
    return new Map(rows.map(({ person, key }) => [person, key]));
  }

  async destroy(person: string): Promise<void> {
    // A row without a key is the tombstone: it keeps the key from being made anew.
    this.database
      .prepare('INSERT INTO keys VALUES (?, NULL) ON CONFLICT DO UPDATE SET key = NULL')
      .run(person);
    this.database.sync();
  }

  async close(): Promise<void> {
    this.database.close();
  }

  private keyOf(person: string): { key: Buffer | null } | undefined {
    return this.database.prepare('SELECT key FROM keys WHERE person = ?').get(person) as
      { key: Buffer | null } | undefined;
  }
}
