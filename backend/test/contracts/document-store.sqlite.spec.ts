import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type IndexSpec, MissingGenerationError, type ViewSpec } from '../../src/kernel/document-store.js';
import type { Query } from '../../src/kernel/query.js';
import { SqliteDocumentStore } from '../../src/infrastructure/document-store/sqlite-document-store.js';
import type { SqliteView } from '../../src/infrastructure/document-store/sqlite-view.js';
import { openSqlite } from '../../src/infrastructure/sqlite/sqlite.js';
import { SyncThread } from '../../src/infrastructure/sqlite/sync-thread.js';
import { documentStoreContract } from './document-store.contract.js';
import { useFolder } from '../support/folder.js';

const folder = useFolder();

/** Another thread writes its views. */
class GatheredStore extends SqliteDocumentStore {
  constructor(at: string) {
    super(at, undefined, new SyncThread());
  }

  override open<Document extends object>(spec: ViewSpec): Promise<SqliteView<Document>> {
    return super.open({ ...spec, isGathered: true });
  }
}

documentStoreContract('SQLite', () => new SqliteDocumentStore(folder), { isOnServer: false });
documentStoreContract('SQLite, gathered', () => new GatheredStore(folder), { isOnServer: false });

describe('SqliteDocumentStore', () => {
  let store: SqliteDocumentStore;

  beforeEach(() => {
    store = new SqliteDocumentStore(folder);
  });
  afterEach(() => store.close());

  const indexes: readonly IndexSpec[] = [
    { fields: { isPublic: 1, createdAt: -1 } },
    { fields: { isPublic: 1, boost: -1, score: -1, createdAt: 1 } },
    { fields: { 'author.id': 1, createdAt: -1 } },
    { fields: { username: 1 } },
  ];

  const indexesOf = (generation: string): string[] => {
    const database = openSqlite(path.join(folder, `posts_${generation}.db`), { durability: 'normal' });
    const rows = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name")
      .all();
    database.close();
    return (rows as { name: string }[]).map(({ name }) => name);
  };

  it.each<[string, Query]>([
    ['a list', { where: { isPublic: true }, sort: { createdAt: -1 }, limit: 100 }],
    [
      'the next page of a list',
      { where: { isPublic: true }, sort: { createdAt: -1 }, limit: 100, after: ['2026', 'a'] },
    ],
    [
      'a list in reverse',
      { where: { isPublic: true }, sort: { createdAt: 1 }, limit: 100, after: ['2026', 'a'] },
    ],
    [
      'the next page of a sort with mixed directions',
      {
        where: { isPublic: true },
        sort: { boost: -1, score: -1, createdAt: 1 },
        limit: 100,
        after: [1, 7.5, '2026', 'a'],
      },
    ],
    [
      'the next page after nulls',
      {
        where: { isPublic: true },
        sort: { boost: -1, score: -1, createdAt: 1 },
        limit: 100,
        after: [null, null, null, 'a'],
      },
    ],
    ['a list by a nested field', { where: { 'author.id': 'ann' }, sort: { createdAt: -1 }, limit: 100 }],
    ['a prefix', { where: { username: { $prefix: 'foot' } }, sort: { username: 1 }, limit: 100 }],
    ['a range', { where: { username: { $gte: 'a', $lt: 'c' } }, sort: { username: -1 }, limit: 100 }],
  ])('serves %s from an index, in its order', async (_, query) => {
    const view = await store.open({ name: 'posts', generation: 'v1-1', indexes, create: true });
    const plan = view.planOf(query);
    expect(plan.length).toBeGreaterThan(0);
    for (const step of plan) expect(step).toMatch(/^SEARCH documents USING INDEX by .*/);
  });

  it('reports a query that no index serves', async () => {
    const view = await store.open({ name: 'posts', generation: 'v1-1', indexes, create: true });
    const plan = view.planOf({ where: { likes: 3 }, sort: { shares: 1 }, limit: 1 }).join('\n');
    expect(plan).toMatch(/SCAN documents/);
    expect(plan).toMatch(/TEMP B-TREE/);
  });

  it('creates missing indexes of a reopened view, and drops indexes that are no longer declared', async () => {
    const before = await store.open({
      name: 'posts',
      generation: 'v1-1',
      indexes: [{ fields: { a: 1, 'b.c': -1 } }],
      create: true,
    });
    await before.close();
    expect(indexesOf('v1-1')).toEqual(['by a, b.c DESC, _id DESC']);
    await store.open({ name: 'posts', generation: 'v1-1', indexes: [{ fields: { a: 1 } }] });
    expect(indexesOf('v1-1')).toEqual(['by a, _id']);
  });

  it('builds a generation with its indexes and without a write-ahead log', async () => {
    const build = await store.build({ name: 'posts', generation: 'v1-1', indexes });
    await build.write([{ id: 'a', position: 1, body: '{"a":1}', isNew: true }]);
    await build.finish({ checkpoint: 1, origin: null, parked: [] });
    await build.close();
    expect(indexesOf('v1-1')).toHaveLength(indexes.length);
    expect(await readdir(folder)).not.toContain('posts_v1-1.db-wal');
  });

  it('rejects an index on an invalid field name', async () => {
    const bad = [{ fields: { "a') --": 1 } }] as const;
    await expect(
      store.open({ name: 'posts', generation: 'v1-1', indexes: bad, create: true }),
    ).rejects.toThrow('not the name');
  });

  it('deletes all files of a dropped generation, even if it is open', async () => {
    const view = await store.open({ name: 'posts', generation: 'v1-1', indexes, create: true });
    await view.commit({ from: 0, to: 1, documents: [], parked: [] });
    await store.drop('posts', 'v1-1');
    expect((await readdir(folder)).filter((file) => file.startsWith('posts'))).toEqual([]);
    await expect(view.checkpoint()).rejects.toBeInstanceOf(MissingGenerationError);
  });
});

describe('openSqlite', () => {
  const file = path.join(folder, 'deeper', 'some.db');

  it.each([
    ['off', 0, 'memory'],
    ['normal', 1, 'wal'],
    ['full', 2, 'wal'],
  ] as const)(
    'sets durability %s and its journal; a sync does not change them',
    (durability, synchronous, journal) => {
      const database = openSqlite(file, { durability });
      database.exec('CREATE TABLE numbers (n)');
      database.sync();
      expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous });
      expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: journal });
      database.close();
    },
  );

  it('writes a transaction completely or not at all', () => {
    const database = openSqlite(file, { durability: 'normal' });
    database.exec('CREATE TABLE numbers (n)');
    const insert = database.prepare('INSERT INTO numbers VALUES (?)');
    const failing = () =>
      database.transaction(() => {
        insert.run(1);
        throw new RangeError('no more');
      });
    expect(failing).toThrow('no more');
    expect(database.transaction(() => insert.run(2).changes)).toBe(1);
    expect(database.prepare('SELECT n FROM numbers').all()).toEqual([{ n: 2 }]);
    database.close();
  });

  it.each([0, 2])('rejects a file with tables that has format %i, and does not change it', (format) => {
    const database = openSqlite(file, { durability: 'normal' });
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
    database.exec(`CREATE TABLE numbers (n); PRAGMA user_version = ${format}`);
    database.close();
    for (let time = 1; time <= 2; time += 1) {
      expect(() => openSqlite(file, { durability: 'normal' })).toThrow(
        `${file} has format ${format}, and this version of Footnote reads format 1 only`,
      );
    }
  });

  it('throws when a reader blocks the checkpoint of the write-ahead log', () => {
    const database = openSqlite(file, { durability: 'normal' });
    database.exec('PRAGMA busy_timeout = 0; CREATE TABLE numbers (n); INSERT INTO numbers VALUES (1)');
    const reader = openSqlite(file, { durability: 'normal' });
    reader.exec('BEGIN; SELECT * FROM numbers');
    reader.prepare('SELECT * FROM numbers').all();
    database.exec('INSERT INTO numbers VALUES (2)');
    expect(() => database.sync()).toThrow('keeps the write-ahead log');
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 1 });
    reader.close();
    database.sync();
    database.close();
  });
});
