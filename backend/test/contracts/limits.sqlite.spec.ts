import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SqliteLimitStore } from '../../src/infrastructure/limits/sqlite-limit-store.js';
import { limitsContract } from './limits.contract.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'footnote-limits-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe('SqliteLimitStore', () => {
  limitsContract(() => Promise.resolve(new SqliteLimitStore(path.join(folder, 'limits.db'))));
});
