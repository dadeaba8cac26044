import { existsSync, statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { damagedFileIn } from '../disk/damaged-file.js';
import { PARTS, type Sqlite, isDamage, openSqlite } from '../sqlite/sqlite.js';
import {
  DamagedGenerationError,
  DocumentStore,
  MissingGenerationError,
  type ViewSpec,
} from '../../kernel/document-store.js';
import { ASIDE, setFileAside } from '../sqlite/store-files.js';
import type { SyncThread } from '../sqlite/sync-thread.js';
import { GENERATION, NAME, checked } from './names.js';
import { SqliteBulkView } from './sqlite-bulk-view.js';
import { SqliteView } from './sqlite-view.js';

const ENDING = '.db';
const VIEW_FILE = /^([a-z][A-Za-z0-9_-]*)_([a-z][A-Za-z0-9-]*)[.]db$/;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS pointers (name TEXT PRIMARY KEY, generation TEXT NOT NULL, previous TEXT) STRICT`;

interface Pointer {
  readonly name: string;
  readonly generation: string;
  readonly previous: string | null;
}

/** Views in a folder of SQLite files: one file per generation, and one for the pointers. */
export class SqliteDocumentStore extends DocumentStore {
  private readonly store: Sqlite;
  private readonly views = new Map<SqliteView<object> | SqliteBulkView, string>();

  /**
   * @param onDamage called with the error and a message when the file of pointers is damaged and was set aside
   * @param thread copies the write-ahead logs of all views, and writes the gathered ones. Without it, this thread does both
   */
  constructor(
    private readonly folder: string,
    onDamage: (error: unknown, message: string) => void = () => undefined,
    private readonly thread?: SyncThread,
  ) {
    super();
    const file = path.join(folder, 'store.db');
    try {
      this.store = openStore(file);
    } catch (error) {
      if (!isDamage(error)) throw error;
      // Without pointers, every view counts as never built.
      const aside = setFileAside(file);
      onDamage(error, `${file} is damaged and was renamed to ${aside}; all views are built again`);
      this.store = openStore(file);
    }
  }

  async open<Document extends object>(spec: ViewSpec): Promise<SqliteView<Document>> {
    const { name, generation, indexes, create = false, isGathered = false } = spec;
    const file = this.fileOf(name, generation);
    const label = `${name} ${generation}`;
    const isNew = !existsSync(file);
    if (isNew && !create) throw new MissingGenerationError(label);
    const database = databaseOf(file, label, this.thread);
    const writer = isGathered ? this.thread : undefined;
    const parts = { database, file, label, indexes, store: this, writer };
    const view = new SqliteView<Document>(parts, () => this.views.delete(view));
    this.views.set(view, file);
    try {
      if (isNew) view.make();
      else view.check();
      await view.buildIndexes();
      return view;
    } catch (error) {
      await view.close();
      throw error;
    }
  }

  async build({ name, generation, indexes }: ViewSpec): Promise<SqliteBulkView> {
    await this.drop(name, generation);
    const file = this.fileOf(name, generation);
    const view = SqliteBulkView.begin(file, indexes, () => this.views.delete(view));
    this.views.set(view, file);
    return view;
  }

  async generations(name: string): Promise<string[]> {
    const prefix = `${checked(name, NAME)}_`;
    return (await readdir(this.folder))
      .filter((file) => file.startsWith(prefix) && file.endsWith(ENDING))
      .map((file) => file.slice(prefix.length, -ENDING.length))
      .filter((generation) => GENERATION.test(generation));
  }

  async sizeOf(name: string, generation: string): Promise<number> {
    const file = this.fileOf(name, generation);
    const sizes = PARTS.map((part) => statSync(`${file}${part}`, { throwIfNoEntry: false })?.size ?? 0);
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  async drop(name: string, generation: string): Promise<void> {
    const file = this.fileOf(name, generation);
    await this.end(file);
    for (const part of PARTS) await rm(`${file}${part}`, { force: true });
  }

  async setAside(name: string, generation: string): Promise<void> {
    const file = this.fileOf(name, generation);
    await this.end(file);
    setFileAside(file);
  }

  async keepOnly(names: readonly string[]): Promise<void> {
    const pointers = this.store.all<Pointer>('SELECT * FROM pointers');
    const kept = pointers.filter(({ name }) => names.includes(name));
    const files = new Set(kept.map(({ name, generation }) => this.fileOf(name, generation)));
    // Remove the pointer first: after a crash in between, no pointer leads to a missing file.
    this.store.transaction(() => {
      this.store.run('UPDATE pointers SET previous = NULL');
      const others = 'DELETE FROM pointers WHERE name NOT IN (SELECT value FROM json_each(?))';
      this.store.run(others, JSON.stringify(names));
    });
    for (const entry of await readdir(this.folder)) {
      // A folder in the place of a file was put aside, too.
      if (ASIDE.test(entry)) await rm(path.join(this.folder, entry), { recursive: true });
      const file = path.join(this.folder, entry.replace(/-(?:wal|shm)$/, ''));
      const [, name, generation] = VIEW_FILE.exec(path.basename(file)) ?? [];
      if (name && generation && !files.has(file)) await this.drop(name, generation);
    }
  }

  async current(name: string): Promise<string | null> {
    return this.pointerOf(name)?.generation ?? null;
  }

  async previous(name: string): Promise<string | null> {
    return this.pointerOf(name)?.previous ?? null;
  }

  async flip(name: string, from: string | null, to: string): Promise<boolean> {
    if (!existsSync(this.fileOf(name, to))) throw new Error(`${name} has no generation ${to}`);
    const insert = 'INSERT INTO pointers (name, generation) VALUES (?, ?) ON CONFLICT DO NOTHING';
    const update =
      'UPDATE pointers SET previous = generation, generation = ? WHERE name = ? AND generation = ?';
    const flipped = from === null ? this.store.run(insert, name, to) : this.store.run(update, to, name, from);
    return flipped === 1;
  }

  serverTime(): Promise<null> {
    return Promise.resolve(null);
  }

  async close(): Promise<void> {
    await Promise.all([...this.views.keys()].map((view) => view.close()));
    this.store.close();
  }

  private pointerOf(name: string): Pointer | undefined {
    return this.store.get<Pointer>('SELECT * FROM pointers WHERE name = ?', checked(name, NAME));
  }

  /** Close it first: Windows cannot remove an open file, and on other systems writes would be lost. */
  private async end(file: string): Promise<void> {
    for (const [view, open] of this.views) {
      if (open === file) await (view instanceof SqliteView ? view.end() : view.close());
    }
  }

  private fileOf(name: string, generation: string): string {
    return path.join(this.folder, `${checked(name, NAME)}_${checked(generation, GENERATION)}${ENDING}`);
  }
}

function openStore(file: string): Sqlite {
  const store = openSqlite(file, { durability: 'normal' });
  try {
    store.exec(SCHEMA);
    // Read all rows now, so that a damaged one is found while the pointers can still be replaced.
    store.all('SELECT name, generation, previous FROM pointers');
    return store;
  } catch (error) {
    store.close();
    throw error;
  }
}

/** @throws DamagedGenerationError */
function databaseOf(file: string, label: string, checkpointer: SyncThread | undefined): Sqlite {
  try {
    const database = openSqlite(file, { durability: 'normal', checkpointer });
    // Overwrites deleted data at once, without measurable cost. Copies that remain when rows move between pages
    // are removed when the view is rebuilt.
    database.exec('PRAGMA secure_delete = ON');
    return database;
  } catch (error) {
    if (!isDamage(error)) throw error;
    const reason = damagedFileIn(error)?.reason ?? (error as Error).message;
    throw new DamagedGenerationError(label, reason, { cause: error });
  }
}
