import { statSync } from 'node:fs';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { isOutage } from '../../src/infrastructure/outages/outage.js';
import { SqliteKernelStore } from '../../src/infrastructure/kernel-store/sqlite-kernel-store.js';
import { SyncThread } from '../../src/infrastructure/sqlite/sync-thread.js';
import { DocumentStoreUnavailableError } from '../../src/kernel/document-store.js';
import { kernelStoreContract } from './kernel-store.contract.js';
import { useFolder } from '../support/folder.js';

const folder = useFolder();
const file = () => path.join(folder, 'kernel.db');

kernelStoreContract('SQLite', () => new SqliteKernelStore(file()));

describe('the kernel store in SQLite', () => {
  const names = Array.from({ length: 25 }, (_, number) => `reaction-${number}`);

  it('syncs the writes of one turn together, also those of callers that wait for each other', async () => {
    const store = new SqliteKernelStore(file());
    const idle = async (name: string, turns: number) => {
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      return store.moveCheckpoint(name, null, 1);
    };
    await Promise.all(names.map((name, index) => idle(name, index)));
    const pages = (statSync(`${file()}-wal`).size - 32) / (4096 + 24);
    await store.close();
    // Each transaction writes the page of the table and that of its index.
    expect(pages).toBeLessThan(names.length);
  });

  it('writes what waits before it closes', async () => {
    const store = new SqliteKernelStore(file());
    const moves = names.map((name) => store.moveCheckpoint(name, null, 1));
    await store.close();
    const other = new SqliteKernelStore(file());
    expect(await Promise.all(names.map((name) => other.checkpoint(name)))).toEqual(names.map(() => 1));
    await other.close();
    expect(await Promise.all(moves)).toEqual(names.map(() => true));
  });

  it('tells whoever waits that its thread failed, and writes on with another', async () => {
    const thread = new SyncThread();
    const store = new SqliteKernelStore(file(), thread);
    await store.put('parked', 'a', { n: 1 });
    const lost = store.put('parked', 'b', { n: 2 });
    const failed = expect(lost).rejects.toThrow(DocumentStoreUnavailableError);
    await (Reflect.get(thread, 'worker') as Worker).terminate();
    await failed;
    expect(isOutage(await lost.catch((error: unknown) => error))).toBe(true);
    await store.put('parked', 'c', { n: 3 });
    expect((await store.list('parked')).map(({ key }) => key)).toEqual(expect.arrayContaining(['a', 'c']));
    await store.close();
  });
});
