import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SqliteIdempotencyStore } from '../../src/infrastructure/idempotency/sqlite-idempotency-store.js';
import { idempotencyContract } from './idempotency.contract.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'footnote-idempotency-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe('SqliteIdempotencyStore', () => {
  idempotencyContract(() => Promise.resolve(new SqliteIdempotencyStore(path.join(folder, 'idempotency.db'))));
});
