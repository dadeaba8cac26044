import { parentPort } from 'node:worker_threads';
import { DamagedFileError } from '../disk/damaged-file.js';
import { type Sqlite, checkpointNow, openSqlite } from './sqlite.js';
import type { SyncAnswer, SyncFailure, SyncRequest } from './sync-thread.js';

type WriteRequest = Extract<SyncRequest, { readonly call: 'write' }>;

const databases = new Map<string, Sqlite>();
let waiting: SyncRequest[] = [];

if (!parentPort) throw new Error('this script runs in a worker thread only');
const port = parentPort;
port.on('message', (requests: readonly SyncRequest[]) => {
  // Every message that has arrived meanwhile is taken before the next turn.
  if (waiting.length === 0) setImmediate(carryOutAll);
  waiting.push(...requests);
});

function carryOutAll(): void {
  const requests = waiting;
  waiting = [];
  for (const ofFile of Map.groupBy(requests, ({ file }) => file).values()) {
    let writes: WriteRequest[] = [];
    for (const request of ofFile) {
      if (request.call === 'write') {
        writes.push(request);
        continue;
      }
      answer(commit(writes));
      writes = [];
      answer([carryOut(request)]);
    }
    answer(commit(writes));
  }
}

function answer(answers: readonly SyncAnswer[]): void {
  if (answers.length > 0) port.postMessage(answers);
}

/** Carries out writes to one file in one transaction. */
function commit(requests: readonly WriteRequest[]): readonly SyncAnswer[] {
  const [first] = requests;
  if (!first) return [];
  try {
    const database = opened(first);
    return database.transaction(() =>
      requests.map(({ id, writes }) => ({
        id,
        changes: writes.map((write) => database.write(write)),
      })),
    );
  } catch (error) {
    if (requests.length === 1) return [{ id: first.id, changes: [], failure: failureOf(error) }];
    // One bad write must not fail the others.
    return requests.flatMap((request) => commit([request]));
  }
}

function carryOut(request: SyncRequest): SyncAnswer {
  const { id, file, call } = request;
  try {
    if (call === 'checkpoint') checkpointNow(file);
    else if (call === 'close') {
      databases.get(file)?.close();
      databases.delete(file);
    } else {
      const database = opened(request);
      if (call === 'vacuum') database.exec('VACUUM');
      database.sync();
    }
    return { id, changes: [] };
  } catch (error) {
    return { id, changes: [], failure: failureOf(error) };
  }
}

function opened({ file, durability }: SyncRequest): Sqlite {
  const known = databases.get(file);
  if (known) return known;
  const database = openSqlite(file, { durability });
  database.exec('PRAGMA secure_delete = ON');
  databases.set(file, database);
  return database;
}

function failureOf(error: unknown): SyncFailure {
  const { message, code } = error as Error & { readonly code?: unknown };
  if (!(error instanceof DamagedFileError)) return { message, code };
  const { reason, isUnreadable, cause } = error;
  return { message, code: Object(cause).code as unknown, damage: { reason, isUnreadable } };
}
