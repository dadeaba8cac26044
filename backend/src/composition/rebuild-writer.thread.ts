import { parentPort, workerData } from 'node:worker_threads';
import path from 'node:path';
import type { StorageSettings } from './storage.js';
import { SqliteDocumentStore } from '../infrastructure/document-store/sqlite-document-store.js';
import type { BulkStore } from '../kernel/document-store.js';
import { serveBulkStore } from '../kernel/views/bulk-thread.js';

/** No user waits for a build, and one slow call to a busy server would restart it. */
const LONG_CALLS = { timeout: 30_000, breakAfterMs: Number.POSITIVE_INFINITY };

const { dataDir, mongodbUrl } = workerData as StorageSettings;
const store = mongodbUrl
  ? await mongoStore(mongodbUrl)
  : new SqliteDocumentStore(path.join(dataDir, 'views'));
if (!parentPort) throw new Error('this script runs in a worker thread only');
serveBulkStore(parentPort, store);

/** Without MongoDB its client would take memory in each thread. */
async function mongoStore(url: string): Promise<BulkStore> {
  const { MongoDocumentStore } = await import('../infrastructure/document-store/mongo-document-store.js');
  const { MongoConnection } = await import('../infrastructure/mongo/connection.js');
  return new MongoDocumentStore(new MongoConnection(url, LONG_CALLS));
}
