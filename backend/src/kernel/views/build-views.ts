import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BulkStore, DocumentStore } from '../document-store.js';
import type { Recorded } from '../event.js';
import type { EventLog } from '../event-log.js';
import type { KernelEvents } from '../kernel-events.js';
import type { EventCodec } from '../log/codec.js';
import type { Projection } from '../projection.js';
import { BuildQueue } from './build-queue.js';
import { ViewBuild } from './view-build.js';

/** What views are built from and in. */
export interface ViewStorage {
  readonly log: EventLog;
  readonly codec: EventCodec;
  readonly store: DocumentStore;
}

/** A generation that is to be built. */
export interface Build {
  readonly projection: Projection<object>;
  readonly generation: string;
}

/** What a build reads from, and where it writes. */
export interface BuildSource extends Pick<ViewStorage, 'log' | 'codec'> {
  readonly store: BulkStore;
}

/** How a build may be done. */
export interface BuildOptions {
  /** About how many bytes the documents of all views may take in memory, give or take a page of events. */
  readonly cacheBytes?: number;
  /** Told after each page how many bytes the documents in memory take. */
  readonly onCached?: (bytes: number) => void;
}

interface Page {
  readonly events: readonly Recorded[];
  readonly position: number;
  /** The id of its last event. */
  readonly eventId: string;
}

const PAGE = 2000;
const CACHE_BYTES = 56 * 1024 * 1024;

/**
 * Builds new generations from the start of the log to its end, all in one reading, and then their indexes.
 * The log may grow meanwhile; what comes after the end that was met is for the projector. Events that can't be decoded are
 * passed over: the codec has put them into quarantine.
 *
 * @param onProgress told the position after each page
 * @throws Error when the log or the store fails; the generations are worthless then, and are begun again by the next build
 */
export async function buildViews(
  storage: BuildSource,
  builds: readonly Build[],
  onProgress: (position: number) => void,
  { cacheBytes = CACHE_BYTES, onCached }: BuildOptions = {},
): Promise<void> {
  const views: ViewBuild[] = [];
  try {
    for (const { projection, generation } of builds) {
      const { name, indexes } = projection;
      views.push(new ViewBuild(projection, await storage.store.build({ name, generation, indexes })));
    }
    const queue = new BuildQueue(views, cacheBytes);
    let position = 0;
    let eventId = '';
    let logId: string | null = null;
    let pages = 0;
    for (let reading = read(storage, 0); ; pages += 1) {
      const page = await reading;
      if (!page) break;
      ({ position, eventId } = page);
      logId ??= idIn(page.events);
      const loading = Promise.all(views.map((view) => view.load(page.events)));
      // While the store looks up what this page needs, the next one is read and decoded.
      reading = read(storage, position);
      reading.catch(() => undefined);
      await loading;
      for (const view of views) view.fold();
      await queue.ended(pages);
      onCached?.(queue.cachedBytes);
      onProgress(position);
      // What has been written is heard of between two turns.
      await nextTurn();
    }
    await queue.drain(pages - 1);
    const origin = logId === null ? null : { log: logId, position, eventId };
    await Promise.all(views.map((view) => view.finish(position, origin)));
  } finally {
    await Promise.allSettled(views.map((view) => view.close()));
  }
}

async function read({ log, codec }: BuildSource, after: number): Promise<Page | null> {
  const logged = await log.readAll(after, PAGE);
  const last = logged.at(-1);
  return last ? { ...(await codec.decode(logged)), position: last.position, eventId: last.id } : null;
}

/** The id of the log, where these events say it. */
function idIn(events: readonly Recorded[]): string | null {
  const created = events.find(({ type }) => type === 'LogCreated');
  return (created?.data as KernelEvents['LogCreated'] | undefined)?.log ?? null;
}
