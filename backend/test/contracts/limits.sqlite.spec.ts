import path from 'node:path';
import { SqliteLimitStore } from '../../src/infrastructure/limits/sqlite-limit-store.js';
import { limitsContract } from './limits.contract.js';
import { useFolder } from '../support/folder.js';

const folder = useFolder();

describe('SqliteLimitStore', () => {
  limitsContract(() => Promise.resolve(new SqliteLimitStore(path.join(folder, 'limits.db'))));
});
