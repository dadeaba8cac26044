import path from 'node:path';
import { SqliteKernelStore } from '../../src/infrastructure/kernel-store/sqlite-kernel-store.js';
import { kernelStoreContract } from './kernel-store.contract.js';
import { useFolder } from '../support/folder.js';

const folder = useFolder();

kernelStoreContract('SQLite', () => new SqliteKernelStore(path.join(folder, 'kernel.db')));
