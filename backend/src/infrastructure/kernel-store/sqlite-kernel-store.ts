import { KernelStore } from '../../kernel/kernel-store.js';
import { type Sqlite, openSqlite } from '../sqlite/sqlite.js';

const SCHEMA = `
  PRAGMA secure_delete = ON;
  CREATE TABLE IF NOT EXISTS records (
    kind  TEXT NOT NULL,
    key   TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (kind, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS checkpoints (name TEXT PRIMARY KEY, position INTEGER NOT NULL) STRICT`;

/** Kernel records in a fully synced SQLite file. */
export class SqliteKernelStore extends KernelStore {
  private readonly database: Sqlite;

  /** @param file is created if missing */
  constructor(file: string) {
    super();
    this.database = openSqlite(file, { durability: 'full' });
    this.database.exec(SCHEMA);
    try {
      // Fails for a record that is not JSON.
      this.database.get('SELECT count(json(value)) FROM records');
    } catch (error) {
      this.database.close();
      throw error;
    }
  }

  async get<Value extends object>(kind: string, key: string): Promise<Value | null> {
    const row = this.database.get<{ value: string }>(
      'SELECT value FROM records WHERE kind = ? AND key = ?',
      kind,
      key,
    );
    return row ? (JSON.parse(row.value) as Value) : null;
  }

  async list<Value extends object>(kind: string): Promise<{ readonly key: string; readonly value: Value }[]> {
    const rows = this.database.all<{ key: string; value: string }>(
      'SELECT key, value FROM records WHERE kind = ? ORDER BY key',
      kind,
    );
    return rows.map(({ key, value }) => ({ key, value: JSON.parse(value) as Value }));
  }

  async put(kind: string, key: string, value: object): Promise<void> {
    this.write(kind, key, value);
  }

  async putMany(
    kind: string,
    records: readonly { readonly key: string; readonly value: object }[],
  ): Promise<void> {
    this.database.transaction(() => {
      for (const { key, value } of records) this.write(kind, key, value);
    });
  }

  async add(kind: string, key: string, value: object): Promise<boolean> {
    const sql = 'INSERT INTO records VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
    return this.database.run(sql, kind, key, JSON.stringify(value)) === 1;
  }

  async remove(kind: string, key: string): Promise<void> {
    this.database.run('DELETE FROM records WHERE kind = ? AND key = ?', kind, key);
  }

  async checkpoint(name: string): Promise<number | null> {
    const sql = 'SELECT position FROM checkpoints WHERE name = ?';
    return this.database.get<{ position: number }>(sql, name)?.position ?? null;
  }

  async moveCheckpoint(name: string, from: number | null, to: number): Promise<boolean> {
    const moved =
      from === null
        ? this.database.run('INSERT INTO checkpoints VALUES (?, ?) ON CONFLICT DO NOTHING', name, to)
        : this.database.run(
            'UPDATE checkpoints SET position = ? WHERE name = ? AND position = ?',
            to,
            name,
            from,
          );
    return moved === 1;
  }

  async close(): Promise<void> {
    this.database.close();
  }

  private write(kind: string, key: string, value: object): void {
    const sql = 'INSERT INTO records VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value';
    this.database.run(sql, kind, key, JSON.stringify(value));
  }
}
