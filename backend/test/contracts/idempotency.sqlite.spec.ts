import path from 'node:path';
import { SqliteIdempotencyStore } from '../../src/infrastructure/idempotency/sqlite-idempotency-store.js';
import { idempotencyContract } from './idempotency.contract.js';
import { useFolder } from '../support/folder.js';

const folder = useFolder();

describe('SqliteIdempotencyStore', () => {
  idempotencyContract(() => Promise.resolve(new SqliteIdempotencyStore(path.join(folder, 'idempotency.db'))));
});
