import { KernelStore } from '../../kernel/kernel-store.js';
import type { SyncThread } from '../sqlite/sync-thread.js';
import { SyncedFile } from '../sqlite/synced-file.js';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS records (
    kind  TEXT NOT NULL,
    key   TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (kind, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS checkpoints (name TEXT PRIMARY KEY, position INTEGER NOT NULL) STRICT`;

/** Kernel records in a fully synced SQLite file, which another thread writes. */
export class SqliteKernelStore extends KernelStore {
  private readonly file: SyncedFile;

  /** @param file is created if missing */
  constructor(file: string, thread?: SyncThread) {
    super();
    // Counting the values fails for a record that is not JSON.
    this.file = new SyncedFile(file, `${SCHEMA}; SELECT count(json(value)) FROM records`, thread);
  }

  async get<Value extends object>(kind: string, key: string): Promise<Value | null> {
    const row = this.file.get<{ value: string }>(
      'SELECT value FROM records WHERE kind = ? AND key = ?',
      kind,
      key,
    );
    return row ? (JSON.parse(row.value) as Value) : null;
  }

  async list<Value extends object>(kind: string): Promise<{ readonly key: string; readonly value: Value }[]> {
    const rows = this.file.all<{ key: string; value: string }>(
      'SELECT key, value FROM records WHERE kind = ? ORDER BY key',
      kind,
    );
    return rows.map(({ key, value }) => ({ key, value: JSON.parse(value) as Value }));
  }

  async put(kind: string, key: string, value: object): Promise<void> {
    await this.putMany(kind, [{ key, value }]);
  }

  async putMany(
    kind: string,
    records: readonly { readonly key: string; readonly value: object }[],
  ): Promise<void> {
    const sql = 'INSERT INTO records VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value';
    const rows = records.map(({ key, value }) => [kind, key, JSON.stringify(value)]);
    await this.file.runAll([{ sql, rows }]);
  }

  async add(kind: string, key: string, value: object): Promise<boolean> {
    const sql = 'INSERT INTO records VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
    return (await this.file.run(sql, kind, key, JSON.stringify(value))) === 1;
  }

  async remove(kind: string, key: string): Promise<void> {
    await this.file.run('DELETE FROM records WHERE kind = ? AND key = ?', kind, key);
  }

  async checkpoint(name: string): Promise<number | null> {
    const sql = 'SELECT position FROM checkpoints WHERE name = ?';
    return this.file.get<{ position: number }>(sql, name)?.position ?? null;
  }

  async moveCheckpoint(name: string, from: number | null, to: number): Promise<boolean> {
    const moved =
      from === null
        ? this.file.run('INSERT INTO checkpoints VALUES (?, ?) ON CONFLICT DO NOTHING', name, to)
        : this.file.run(
            'UPDATE checkpoints SET position = ? WHERE name = ? AND position = ?',
            to,
            name,
            from,
          );
    return (await moved) === 1;
  }

  async close(): Promise<void> {
    await this.file.close();
  }
}
