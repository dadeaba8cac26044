import { statSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { isOutage } from '../../src/infrastructure/circuit-breaker/outage.js';
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

  it('syncs the writes of one turn together, however many promises each waits for first', async () => {
    const thread = new SyncThread();
    const store = new SqliteKernelStore(file(), thread);
    await store.put('parked', 'a', {});
    const worker = Reflect.get(thread, 'worker') as Worker;
    const { postMessage } = Worker.prototype;
    const sent: unknown[][] = [];
    worker.postMessage = (requests: unknown[]) => {
      sent.push(requests);
      postMessage.call(worker, requests);
    };
    const log = () => statSync(`${file()}-wal`).size;
    const before = log();
    const move = async (name: string, promises: number) => {
      for (let count = 0; count < promises; count += 1) await Promise.resolve();
      return store.moveCheckpoint(name, null, 1);
    };
    await Promise.all(names.map((name, index) => move(name, index)));
    const pages = (log() - before) / (4096 + 24);
    await store.close();
    expect(sent.slice(0, -1).map(({ length }) => length)).toEqual([names.length]);
    // The one of the table and that of its index.
    expect(pages).toBe(2);
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

  it('tells what waits that its thread failed, and writes on with another', async () => {
    const thread = new SyncThread();
    const store = new SqliteKernelStore(file(), thread);
    await store.put('parked', 'a', { n: 1 });
    const lost = store.put('parked', 'b', { n: 2 }).catch((error: unknown) => error);
    await (Reflect.get(thread, 'worker') as Worker).terminate();
    expect(await lost).toBeInstanceOf(DocumentStoreUnavailableError);
    expect(isOutage(await lost)).toBe(true);
    await store.put('parked', 'c', { n: 3 });
    expect((await store.list('parked')).map(({ key }) => key)).toEqual(expect.arrayContaining(['a', 'c']));
    await store.close();
  });
});
