import { parentPort, workerData } from 'node:worker_threads';
import path from 'node:path';
import type { StorageSettings } from './storage.js';
import { MongoDocumentStore } from '../infrastructure/document-store/mongo-document-store.js';
import { SqliteDocumentStore } from '../infrastructure/document-store/sqlite-document-store.js';
import { MongoConnection } from '../infrastructure/mongo/connection.js';
import { serveBulkStore } from '../kernel/views/bulk-thread.js';

/** No user waits for a build, and one slow call to a busy server would restart it. */
const PATIENT = { timeout: 30_000, breakAfterMs: Number.POSITIVE_INFINITY };

const { dataDir, mongodbUrl } = workerData as StorageSettings;
const store = mongodbUrl
  ? new MongoDocumentStore(new MongoConnection(mongodbUrl, PATIENT))
  : new SqliteDocumentStore(path.join(dataDir, 'views'));
if (!parentPort) throw new Error('this script runs in a worker thread only');
serveBulkStore(parentPort, store);
