import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BSON } from 'mongodb';
import { MongoConnection } from '../../src/infrastructure/mongo/connection.js';
import { DEADLINE_MS } from './deadline.js';
import { serverCommand, startLogServer } from './eventstore/log-server.js';
import { EventStoreStandIn } from './eventstore/stand-in.js';

/** The pairing of log and documents that the API tests run on. */
export interface TestStorage {
  /** The environment variables that select it. */
  readonly env: Readonly<Record<string, string>>;
  /** The content of the documents on a server as text; absent when everything is in the data folder. */
  documents?(): Promise<Buffer[]>;
  /** Stops what was started for it and removes its data. */
  stop(): Promise<void>;
}

/**
 * New storage as `TEST_PAIRING` says: `embedded` (the default), `stand-in` for the log on the EventStoreDB stand-in (or the server of `EVENTSTORE_CMD`), `mongodb`
 * for the documents on the server of `TEST_MONGODB`, or `stand-in+mongodb`.
 */
export async function freshStorage(): Promise<TestStorage> {
  const wanted = new Set((process.env['TEST_PAIRING'] ?? 'embedded').split('+'));
  const log = wanted.has('stand-in') ? await startLog() : null;
  const documents = wanted.has('mongodb') ? databaseOf(process.env['TEST_MONGODB']) : null;
  return {
    env: { ...(log && { EVENTSTORE_URL: log.url }), ...(documents && { MONGODB_URL: documents }) },
    ...(documents && { documents: () => documentsOf(documents) }),
    stop: async () => {
      await log?.stop();
      if (documents) await dropDatabase(documents);
    },
  };
}

/** The stand-in, or a server of its own for each suite by `EVENTSTORE_CMD`. */
async function startLog(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  if (serverCommand === null) return EventStoreStandIn.start();
  const folder = await mkdtemp(path.join(tmpdir(), 'footnote-log-'));
  const server = await startLogServer(folder);
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { url: server.url, stop };
}

function databaseOf(server: string | undefined): string {
  if (!server) throw new Error('TEST_MONGODB names no server: run these tests by npm run verify -- pairings');
  const name = `footnote_test_${crypto.randomUUID().slice(0, 12)}`;
  return server.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?/, `$1/${name}`);
}

async function documentsOf(url: string): Promise<Buffer[]> {
  const mongo = new MongoConnection(url, { timeout: DEADLINE_MS });
  try {
    const names = await mongo.collectionNames();
    const rows = await Promise.all(names.map((name) => mongo.collection(name).find().toArray()));
    return rows.flat().map((row) => Buffer.from(BSON.serialize(row)));
  } finally {
    await mongo.close();
  }
}

async function dropDatabase(url: string): Promise<void> {
  const mongo = new MongoConnection(url, { timeout: DEADLINE_MS });
  await mongo.dropDatabase();
  await mongo.close();
}
