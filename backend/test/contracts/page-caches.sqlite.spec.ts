import path from 'node:path';
import { type Sqlite, openSqlite, pageCaches } from '../../src/infrastructure/sqlite/sqlite.js';
import { useFolder } from '../support/folder.js';

describe('the page caches of files', () => {
  const folder = useFolder();
  const files: Sqlite[] = [];
  const open = (name: string) => {
    const file = openSqlite(path.join(folder, name), { durability: 'normal' });
    files.push(file);
    return file;
  };
  /** In KiB. */
  const cacheOf = (file: Sqlite) => -(file.get<{ cache_size: number }>('PRAGMA cache_size')?.cache_size ?? 0);
  afterEach(() => {
    for (const file of files.splice(0)) file.close();
    pageCaches.share(16 * 2 ** 20);
  });

  it('share their space by how often each file was used, and each keeps a little', () => {
    const [busy, idle] = [open('busy.db'), open('idle.db')];
    pageCaches.share(64 * 2 ** 20);
    for (let use = 0; use < 10_000; use += 1) cacheOf(busy);
    // Files of other tests in this thread may be open, too.
    expect(cacheOf(busy)).toBeGreaterThan(20 * cacheOf(idle));
    expect(cacheOf(idle)).toBeGreaterThanOrEqual(256);
    expect(cacheOf(busy) + cacheOf(idle)).toBeLessThanOrEqual(64 * 1024);
    busy.close();
    for (let use = 0; use < 10_000; use += 1) cacheOf(idle);
    expect(cacheOf(idle)).toBeGreaterThan(20 * 256);
  });

  it('are as large as a caller wants, where it says so', () => {
    const file = openSqlite(path.join(folder, 'bulk.db'), { durability: 'off', cacheKib: 3072 });
    files.push(file);
    for (let use = 0; use < 3000; use += 1) cacheOf(file);
    expect(cacheOf(file)).toBe(3072);
  });
});
