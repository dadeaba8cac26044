import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { refuseToStart } from '../process/refuse-to-start.js';
import { type CallLimits, type Storage, type StorageSettings, openStorage } from './storage.js';

/** Where to build, and whether requests to the server go first. */
export interface RebuildSettings extends StorageSettings {
  readonly rebuildPriority: 'low' | 'normal';
}

/** No user waits for a build, and one slow call to a busy server would restart it. */
const CALL_LIMITS: CallLimits = {
  eventstore: { pageMs: 30_000, breakAfterMs: Number.POSITIVE_INFINITY },
  mongodb: { timeout: 30_000, breakAfterMs: Number.POSITIVE_INFINITY, expires: false },
};

/** Where Linux lists the threads of this process. */
const THREADS = '/proc/self/task';

/**
 * The life of a process that folds the log beside the server: it gets its order from the server, opens the same storage,
 * does the work and ends.
 */
export async function besideServer<Order extends { readonly settings: RebuildSettings }>(
  work: (storage: Storage, order: Order) => Promise<void>,
): Promise<never> {
  // Ctrl-C in a terminal reaches this process too, but the parent decides. Without a parent, the build is useless.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  process.once('disconnect', () => process.exit(1));
  // The parent may have ended while this program was loaded.
  if (!process.connected) process.exit(1);
  const [order] = (await once(process, 'message')) as [Order];
  if (order.settings.rebuildPriority !== 'normal') takeLowestPriority();
  // The server has just connected to them.
  try {
    const storage = await openStorage(order.settings, { seconds: 10, tell: () => undefined }, CALL_LIMITS);
    try {
      await work(storage, order);
    } finally {
      await storage.close();
    }
  } catch (error) {
    // The server reads it as the reason of the failure.
    refuseToStart(error);
  }
  process.exit(0);
}

/** Gives this process the lowest priority. On Linux, priorities belong to threads, so each running thread is lowered. */
function takeLowestPriority(): void {
  setPriority(constants.priority.PRIORITY_LOW);
  if (process.platform !== 'linux') return;
  for (const thread of readdirSync(THREADS)) {
    try {
      setPriority(Number(thread), constants.priority.PRIORITY_LOW);
    } catch {
      // The thread has just ended.
    }
  }
}
