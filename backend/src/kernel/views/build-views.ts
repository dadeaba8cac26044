import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BulkStore, DocumentStore } from '../document-store.js';
import type { Recorded } from '../event.js';
import type { EventLog, Position } from '../event-log.js';
import type { KernelEvents } from '../kernel-events.js';
import type { EventCodec } from '../log/codec.js';
import type { Projection } from '../projection.js';
import { PageWriter } from './page-writer.js';
import { ViewBuild } from './view-build.js';

export interface ViewStorage {
  readonly log: EventLog;
  readonly codec: EventCodec;
  readonly store: DocumentStore;
}

export interface Build {
  readonly projection: Projection<object>;
  readonly generation: string;
}

export interface BuildSource extends Pick<ViewStorage, 'log' | 'codec'> {
  readonly store: BulkStore;
}

export interface BuildOptions {
  /** Only events before this position are folded; null for all. */
  readonly before?: Position | null;
  /** The approximate memory limit for the documents of all views, in bytes. One page of events may exceed it. */
  readonly cacheBytes?: number;
  /** Called after each page with the size of the documents in memory, in bytes. */
  readonly onCached?: (bytes: number) => void;
}

/** How far a build is in the log. It starts at 0. */
export interface BuildProgress {
  readonly position: number;
  /** The number of events up to there. */
  readonly events: number;
}

export interface BuildWatch {
  readonly onProgress?: (progress: BuildProgress) => void;
  /** Stops the build. */
  readonly signal?: AbortSignal;
}

interface Page {
  readonly events: readonly Recorded[];
  /** How many events of the log it has, also those that can't be decoded. */
  readonly size: number;
  readonly position: number;
  /** The id of its last event. */
  readonly eventId: string;
}

/** Small enough that most events are garbage before the collector copies them. */
const PAGE = 1000;
const CACHE_BYTES = 32 * 1024 * 1024;

/**
 * Builds new generations from the whole log, which it reads once, and then their indexes. The projector feeds them the
 * events that are appended meanwhile. Skips events that can't be decoded: the codec has recorded them in the quarantine.
 *
 * @param onProgress called after each page
 * @throws Error when the log or the store fails; then the generations are incomplete, and the next build starts again
 */
export async function buildViews(
  storage: BuildSource,
  builds: readonly Build[],
  onProgress: (progress: BuildProgress) => void,
  { before = null, cacheBytes = CACHE_BYTES, onCached }: BuildOptions = {},
): Promise<void> {
  const views: ViewBuild[] = [];
  try {
    const specs = builds.map(({ projection, generation }) => {
      const { name, indexes, isFinal } = projection;
      return { projection, spec: { name, generation, indexes, isLarge: isFinal !== undefined } };
    });
    // The large ones first, so that the others fill the threads that have room.
    for (const { projection, spec } of specs.toSorted(
      (one, other) => +other.spec.isLarge - +one.spec.isLarge,
    )) {
      views.push(new ViewBuild(projection, await storage.store.build(spec)));
    }
    const queue = new PageWriter(views, cacheBytes);
    let position = 0;
    let eventId = '';
    let logId: string | null = null;
    let pages = 0;
    let events = 0;
    for (let reading = read(storage, 0, before); ; pages += 1) {
      const page = await reading;
      if (!page) break;
      ({ position, eventId } = page);
      events += page.size;
      logId ??= idIn(page.events);
      const heard = heardBy(views, page.events);
      const loading = Promise.all(views.map((view) => view.load(heard.get(view) ?? [])));
      // The next page is read and decoded while the store loads the documents of this page.
      reading = read(storage, position, before);
      reading.catch(() => undefined);
      await loading;
      for (const view of views) view.fold();
      await queue.ended(pages);
      onCached?.(queue.cachedBytes);
      onProgress({ position, events });
      // Lets the results of writes arrive.
      await nextTurn();
    }
    if (pages > 0) {
      // One more page, for the counts that the last one changes.
      await Promise.all(views.map((view) => view.load([])));
      for (const view of views) view.fold();
      await queue.drain(pages);
    }
    const origin = logId === null ? null : { log: logId, position, eventId };
    await Promise.all(views.map((view) => view.finish(position, origin)));
  } finally {
    await Promise.allSettled(views.map((view) => view.close()));
  }
}

async function read(
  { log, codec }: BuildSource,
  after: Position,
  before: Position | null,
): Promise<Page | null> {
  const page = await log.readAll(after, PAGE);
  const logged = before === null ? page : page.filter(({ position }) => position < before);
  const last = logged.at(-1);
  if (!last) return null;
  const { events } = await codec.decode(logged);
  return { events, size: logged.length, position: last.position, eventId: last.id };
}

/** The events of a page by the views that subscribe to them. */
function heardBy(
  views: readonly ViewBuild[],
  events: readonly Recorded[],
): ReadonlyMap<ViewBuild, readonly Recorded[]> {
  const heard = new Map<ViewBuild, Recorded[]>(views.map((view) => [view, []]));
  const listeners = new Map<string, Recorded[][]>();
  for (const [view, list] of heard) {
    for (const type of view.types) listeners.set(type, [...(listeners.get(type) ?? []), list]);
  }
  for (const event of events) for (const list of listeners.get(event.type) ?? []) list.push(event);
  return heard;
}

/** The id of the log, if it is in these events. */
function idIn(events: readonly Recorded[]): string | null {
  const created = events.find(({ type }) => type === 'LogCreated');
  return (created?.data as KernelEvents['LogCreated'] | undefined)?.log ?? null;
}
