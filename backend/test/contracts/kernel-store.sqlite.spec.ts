import path from 'node:path';
import { SqliteKernelStore } from '../../src/infrastructure/kernel-store/sqlite-kernel-store.js';
import { openSqlite } from '../../src/infrastructure/sqlite/sqlite.js';
import { kernelStoreContract } from './kernel-store.contract.js';
import { useFolder } from '../support/folder.js';

const folder = useFolder();

kernelStoreContract('SQLite', () => new SqliteKernelStore(path.join(folder, 'kernel.db')));

describe('the kernel store in a data folder of an earlier version', () => {
  const formerly = () => path.join(folder, 'store.db');
  const keep = (position: number) => {
    const old = openSqlite(formerly(), { durability: 'normal' });
    old.exec(
      'CREATE TABLE IF NOT EXISTS checkpoints (name TEXT PRIMARY KEY, position INTEGER NOT NULL) STRICT',
    );
    old.prepare('INSERT OR REPLACE INTO checkpoints VALUES (?, ?)').run('reaction-mails', position);
    old.prepare('INSERT OR REPLACE INTO checkpoints VALUES (?, ?)').run('erased', position + 1);
    old.close();
  };
  const opened = () => new SqliteKernelStore(path.join(folder, 'kernel.db'), formerly());

  it('imports its checkpoints', async () => {
    keep(7);
    const store = opened();
    expect([await store.checkpoint('reaction-mails'), await store.checkpoint('erased')]).toEqual([7, 8]);
    await store.close();
  });

  it('imports them once and keeps later changes', async () => {
    keep(7);
    let store = opened();
    await store.moveCheckpoint('reaction-mails', 7, 9);
    await store.close();
    keep(8);
    store = opened();
    expect(await store.checkpoint('reaction-mails')).toBe(9);
    await store.close();
  });

  it('starts without checkpoints when there are none to import', async () => {
    let store = opened();
    expect(await store.checkpoint('reaction-mails')).toBeNull();
    await store.close();
    openSqlite(formerly(), { durability: 'normal' }).close();
    store = opened();
    expect(await store.checkpoint('reaction-mails')).toBeNull();
    await store.close();
  });
});
