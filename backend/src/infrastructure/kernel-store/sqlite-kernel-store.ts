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
      this.database.prepare('SELECT count(json(value)) FROM records').get();
    } catch (error) {
      this.database.close();
      throw error;
    }
  }

  async get<Value extends object>(kind: string, key: string): Promise<Value | null> {
    const row = this.database.prepare('SELECT value FROM records WHERE kind = ? AND key = ?').get(kind, key);
    return row ? (JSON.parse((row as { value: string }).value) as Value) : null;
  }

  async list<Value extends object>(kind: string): Promise<{ readonly key: string; readonly value: Value }[]> {
    const rows = this.database
      .prepare('SELECT key, value FROM records WHERE kind = ? ORDER BY key')
      .all(kind);
    return (rows as { key: string; value: string }[]).map(({ key, value }) => ({
      key,
      value: JSON.parse(value) as Value,
    }));
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
    const added = this.database
      .prepare('INSERT INTO records VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
      .run(kind, key, JSON.stringify(value));
    return added.changes === 1;
  }

  async remove(kind: string, key: string): Promise<void> {
    this.database.prepare('DELETE FROM records WHERE kind = ? AND key = ?').run(kind, key);
  }

  async checkpoint(name: string): Promise<number | null> {
    const row = this.database.prepare('SELECT position FROM checkpoints WHERE name = ?').get(name);
    return (row as { position: number } | undefined)?.position ?? null;
  }

  async moveCheckpoint(name: string, from: number | null, to: number): Promise<boolean> {
    const moved =
      from === null
        ? this.database.prepare('INSERT INTO checkpoints VALUES (?, ?) ON CONFLICT DO NOTHING').run(name, to)
        : this.database
            .prepare('UPDATE checkpoints SET position = ? WHERE name = ? AND position = ?')
            .run(to, name, from);
    return moved.changes === 1;
  }

  async close(): Promise<void> {
    this.database.close();
  }

  private write(kind: string, key: string, value: object): void {
    this.database
      .prepare('INSERT INTO records VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
      .run(kind, key, JSON.stringify(value));
  }
}
