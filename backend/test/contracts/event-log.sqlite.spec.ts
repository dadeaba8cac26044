import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SqliteEventLog } from '../../src/infrastructure/event-log/sqlite-event-log.js';
import { eventLogContract } from './event-log.contract.js';

eventLogContract('SQLite', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'footnote-log-'));
  const file = path.join(folder, 'events.db');
  let log = new SqliteEventLog(file);
  return {
    log,
    reopen: async () => {
      await log.close();
      log = new SqliteEventLog(file);
      return log;
    },
    destroy: async () => {
      await log.close();
      await rm(folder, { recursive: true });
    },
  };
});
