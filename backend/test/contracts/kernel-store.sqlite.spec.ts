import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SqliteKernelStore } from '../../src/infrastructure/kernel-store/sqlite-kernel-store.js';
import { kernelStoreContract } from './kernel-store.contract.js';

kernelStoreContract('SQLite', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'footnote-kernel-store-'));
  const file = path.join(folder, 'kernel.db');
  let store = new SqliteKernelStore(file);
  return {
    store,
    reopen: async () => {
      await store.close();
      store = new SqliteKernelStore(file);
      return store;
    },
    destroy: async () => {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
});
