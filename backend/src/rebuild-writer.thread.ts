import { parentPort, workerData } from 'node:worker_threads';
import path from 'node:path';
import type { EngineSettings } from './engines.js';
import { MongoDocumentStore } from './infrastructure/document-store/mongo-document-store.js';
import { SqliteDocumentStore } from './infrastructure/document-store/sqlite-document-store.js';
import { MongoConnection } from './infrastructure/mongo/connection.js';
import { serveBulkStore } from './kernel/views/bulk-thread.js';

/** Nobody at a browser waits for a build, and one call that a busy server is late with would make it begin again. */
const PATIENT = { timeout: 30_000 };

const { dataDir, mongodbUrl } = workerData as EngineSettings;
const store = mongodbUrl
  ? new MongoDocumentStore(new MongoConnection(mongodbUrl, PATIENT))
  : new SqliteDocumentStore(path.join(dataDir, 'views'));
if (!parentPort) throw new Error('this script is for threads');
serveBulkStore(parentPort, store);
