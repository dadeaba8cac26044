import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { type CallLimits, type StorageSettings, openStorage } from './storage.js';
import { type BuildProgress, buildViews } from '../kernel/views/build-views.js';
import { BulkThreads } from '../kernel/views/bulk-threads.js';
import { projections } from '../projections/projections.js';

/** Where to build, and whether requests to the server go first. */
export interface RebuildSettings extends StorageSettings {
  readonly rebuildPriority: 'low' | 'normal';
}

/** The message that starts a build: the settings, which generations, and before which position the log ends for them. */
interface RebuildOrder {
  readonly settings: RebuildSettings;
  readonly builds: readonly { name: string; generation: string }[];
  readonly before: number | null;
}

/** No user waits for a build, and one slow call to a busy server would restart it. */
const CALL_LIMITS: CallLimits = {
  eventstore: { pageMs: 30_000, breakAfterMs: Number.POSITIVE_INFINITY },
  mongodb: { timeout: 30_000, breakAfterMs: Number.POSITIVE_INFINITY, expires: false },
  // The log is read once, from its start to its end.
  log: { mappedBytes: 0 },
};

/** Where Linux lists the threads of this process. */
const THREADS = '/proc/self/task';

/** The number of threads that write and build indexes. One more thread folds. */
const WRITERS = 2;

// Ctrl-C in a terminal reaches this process too, but the parent decides. Without a parent, the build is useless.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.once('disconnect', () => process.exit(1));

const report = (progress: BuildProgress) => process.send?.(progress);

const [{ settings, builds, before }] = (await once(process, 'message')) as [RebuildOrder];
if (settings.rebuildPriority !== 'normal') takeLowestPriority();
// The server has just connected to them.
const storage = await openStorage(settings, { seconds: 10, tell: () => undefined }, CALL_LIMITS);
const writers = new BulkThreads(new URL('./rebuild-writer.thread.js', import.meta.url), settings, WRITERS);
try {
  const wanted = builds.map(({ name, generation }) => {
    const projection = projections.find((known) => known.name === name);
    if (!projection) throw new Error(`there is no view named ${name}`);
    return { projection, generation };
  });
  report({ position: 0, events: 0 });
  await buildViews({ log: storage.log, codec: storage.codec, store: writers }, wanted, report, { before });
} finally {
  await writers.close();
  await storage.close();
}
process.exit(0);

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
