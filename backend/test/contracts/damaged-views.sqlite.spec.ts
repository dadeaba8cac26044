import { closeSync, openSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { DamagedGenerationError } from '../../src/kernel/document-store.js';
import { SqliteDocumentStore } from '../../src/infrastructure/document-store/sqlite-document-store.js';
import { openSqlite } from '../../src/infrastructure/sqlite/sqlite.js';
import { SyncThread } from '../../src/infrastructure/sqlite/sync-thread.js';
import { useFolder } from '../support/folder.js';

const SPEC = { name: 'cards', generation: 'v1-1', indexes: [{ fields: { title: 1 } }] } as const;

/** Overwrites a part of a file with `bytes`. */
function overwrite(file: string, offset: number, bytes: Buffer): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, bytes, 0, bytes.length, offset);
  closeSync(descriptor);
}

function change(file: string, sql: string): void {
  const database = openSqlite(file, { durability: 'normal' });
  database.exec(sql);
  database.close();
}

const folder = useFolder();

describe('a view in a damaged file', () => {
  let file: string;
  let store: SqliteDocumentStore;

  const fill = async (count: number, size: number) => {
    const view = await store.open<{ title: string }>({ ...SPEC, create: true });
    const documents = Array.from({ length: count }, (_, index) => ({
      id: `card-${index}`,
      position: index + 1,
      document: { title: `${index} ${'x'.repeat(size)}` },
    }));
    await view.commit({ from: 0, to: count, documents, parked: [] });
    await view.close();
  };

  beforeEach(() => {
    file = path.join(folder, 'cards_v1-1.db');
    store = new SqliteDocumentStore(folder);
  });
  afterEach(() => store.close());

  it.each<[string, () => void]>([
    ['is empty', () => truncateSync(file, 0)],
    ['was truncated in its first page', () => truncateSync(file, 1000)],
    ['was truncated to half', () => truncateSync(file, Math.floor(statSync(file).size / 2))],
    ['lost its last page', () => truncateSync(file, statSync(file).size - 4096)],
    ['is not a database', () => writeFileSync(file, 'not a database\n'.repeat(1000))],
    ['has a flipped header', () => overwrite(file, 0, Buffer.from('sqlite'))],
    ['has flipped bits in a page', () => overwrite(file, 3 * 4096, Buffer.alloc(512, 0xa5))],
    ['has no table of documents', () => change(file, 'DROP TABLE documents')],
    ['has no table of parked documents', () => change(file, 'DROP TABLE parked')],
    ['has no table of progress', () => change(file, 'DROP TABLE progress')],
    ['has no checkpoint', () => change(file, 'DELETE FROM progress')],
  ])('that %s is rejected when opened, and can be replaced', async (_, damage) => {
    await fill(200, 100);
    damage();
    await expect(store.open(SPEC)).rejects.toBeInstanceOf(DamagedGenerationError);
    await expect(store.open({ ...SPEC, create: true })).rejects.toThrow('cards v1-1 is damaged');
    await store.setAside(SPEC.name, SPEC.generation);
    expect(await store.generations(SPEC.name)).toEqual([]);
    expect((await readdir(folder)).filter((name) => name.startsWith('cards'))).toEqual([
      'cards_v1-1.db.damaged-1',
    ]);
    await fill(3, 1);
    expect(await (await store.open(SPEC)).count({})).toBe(3);
  });

  it.each([
    ['too large', false],
    ['gathered, and too large', true],
  ])('that is %s for a check at opening is rejected when the damage is read', async (_size, isGathered) => {
    await fill(400, 20_000);
    const view = await store.open(SPEC);
    await view.close();
    expect(statSync(file).size).toBeGreaterThan(8_000_000);
    // All pages except the first and last ones, so that schema and progress stay intact.
    const pages = statSync(file).size / 4096;
    for (let page = 8; page < pages - 8; page += 1) overwrite(file, page * 4096, Buffer.alloc(16, 0xff));
    await store.close();
    store = new SqliteDocumentStore(folder, undefined, new SyncThread());
    const opened = await store.open<{ title: string }>({ ...SPEC, isGathered });
    const everything = () => opened.find({ sort: { _id: 1 }, limit: 1000 });
    await expect(everything()).rejects.toBeInstanceOf(DamagedGenerationError);
    const documents = Array.from({ length: 400 }, (_, index) => ({
      id: `card-${index}`,
      position: 401,
      document: null,
    }));
    const commit = opened.commit({ from: 400, to: 401, documents, parked: [] });
    await expect(commit).rejects.toBeInstanceOf(DamagedGenerationError);
  });

  it('with a document that is not valid JSON is rejected when that document is read', async () => {
    await fill(3, 1);
    change(file, `DROP INDEX "by title, _id"; UPDATE documents SET body = '{"title":' WHERE id = 'card-1'`);
    const view = await store.open({ ...SPEC, indexes: [] });
    await expect(view.get('card-1')).rejects.toBeInstanceOf(DamagedGenerationError);
    await expect(view.count({ title: 'x' })).rejects.toBeInstanceOf(DamagedGenerationError);
    expect(await view.get('card-2')).toMatchObject({ title: '2 x' });
    await view.close();
    // An index on it cannot be built.
    await expect(store.open(SPEC)).rejects.toBeInstanceOf(DamagedGenerationError);
  });

  it('keeps every file that was set aside until unused generations are removed', async () => {
    for (let time = 1; time <= 2; time += 1) {
      await fill(3, 1);
      await store.setAside(SPEC.name, SPEC.generation);
    }
    const aside = async () => (await readdir(folder)).filter((name) => name.includes('damaged')).toSorted();
    expect(await aside()).toEqual(['cards_v1-1.db.damaged-1', 'cards_v1-1.db.damaged-2']);
    await store.keepOnly([SPEC.name]);
    expect(await aside()).toEqual([]);
  });

  it.each<[string, (store: string) => void]>([
    ['is not a database', (pointers) => writeFileSync(pointers, 'not a database\n'.repeat(1000))],
    ['was truncated', (pointers) => truncateSync(pointers, 5000)],
    ['has a flipped page', (pointers) => overwrite(pointers, 4096, Buffer.alloc(4096, 0xa5))],
  ])('rebuilds every view when the file of the pointers %s', async (_, damage) => {
    await fill(3, 1);
    await store.flip(SPEC.name, null, SPEC.generation);
    await store.close();
    damage(path.join(folder, 'store.db'));
    const told: string[] = [];
    store = new SqliteDocumentStore(folder, (_error, message) => void told.push(message));
    expect(told).toEqual([
      `${path.join(folder, 'store.db')} is damaged and was renamed to store.db.damaged-1; all views are built again`,
    ]);
    expect(await store.current(SPEC.name)).toBeNull();
    expect(await store.generations(SPEC.name)).toEqual(['v1-1']);
    expect(await readdir(folder)).toContain('store.db.damaged-1');
    expect(await store.flip(SPEC.name, null, SPEC.generation)).toBe(true);
  });
});
