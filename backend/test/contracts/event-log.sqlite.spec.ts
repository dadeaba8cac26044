import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SqliteEventLog } from '../../src/infrastructure/event-log/sqlite-event-log.js';
import { eventLogSubscriptionContract } from './event-log-subscription.contract.js';
import { type LogUnderTest, eventLogContract } from './event-log.contract.js';

async function inAFile(): Promise<LogUnderTest> {
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
}

eventLogContract('SQLite', inAFile);
eventLogSubscriptionContract('SQLite', inAFile);
