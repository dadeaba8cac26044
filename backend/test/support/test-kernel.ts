import { LogReader } from '../../src/kernel/log/log-reader.js';
import type { EventSpec, Recorded } from '../../src/kernel/event.js';
import { object } from '../../src/kernel/field.js';
import { type StorageSettings, type Storage, openStorage } from '../../src/composition/storage.js';
import type { Timer } from '../../src/kernel/timer.js';
import { SystemClock } from '../../src/infrastructure/clock/system-clock.js';
import { buildViews } from '../../src/kernel/views/build-views.js';
import { CurrentViews } from '../../src/kernel/views/current-views.js';
import type { KernelLogger } from '../../src/kernel/logger.js';
import { ReadRecords } from '../../src/kernel/views/read-records.js';
import { type Builder, Projector, type SharedViews } from '../../src/kernel/views/projector.js';
import type { DocumentStore, IndexSpec, Stored } from '../../src/kernel/document-store.js';
import { exampleData } from './example-data.js';
import { useFolder } from './folder.js';
import { giveKey } from './keys.js';
import { TestTimer } from './timer.js';
import type { Projection } from '../../src/projections/view.js';

/** Real storage in a temporary folder, and projectors over it. */
export interface TestKernel {
  readonly storage: Storage;
  readonly dataDir: string;
  /** Of the storage and of what is made of it. */
  readonly timer: TestTimer;
  /**
   * Appends one event of the catalogue to a stream at its current revision, and creates the key that it needs; returns its
   * position. Fields that are not given are those of the example.
   */
  write(stream: string, type: string, data: object, at?: string): Promise<number>;
  /**
   * A projector over `projections`, with its own views. By default it is the only one, builds in this thread, and has the timer of
   * the kernel.
   */
  projector(
    projections: readonly Projection<object>[],
    build?: Builder,
    timer?: Timer,
    shared?: SharedViews,
  ): { projector: Projector; views: CurrentViews; reader: LogReader };
  /** Closes the storage and opens the same folder again: from then on, `storage` is the new one. */
  reopen(): Promise<void>;
}

/** Settings for storage in the files of a folder. */
export function embedded(dataDir: string): StorageSettings {
  return { dataDir, eventstoreUrl: null, mongodbUrl: null };
}

/** Does not wait for files: they exist or not. */
const impatient = { seconds: 0, tell: () => undefined };

/** The metadata of events that no test cares about. */
export const METADATA = {
  at: '2026-11-21T12:00:00.000Z',
  actor: { kind: 'system' as const, id: null },
  requestId: null,
  $correlationId: 'test',
  $causationId: 'test',
};

/** The log messages of all test kernels, for tests that check them. */
export const messages: string[] = [];

const logger: KernelLogger = {
  info: (_, message) => messages.push(message),
  error: (_, message) => messages.push(message),
};

/** A kernel for each test of a file. */
export function useKernel(): TestKernel {
  afterEach(() => kernel.storage.close()); // before its folder is removed
  const kernel = kernelIn(useFolder());
  beforeEach(() => kernel.open());
  return kernel;
}

function kernelIn(dataDir: string): TestKernel & { open(): Promise<void> } {
  let storage: Storage;
  let timer: TestTimer;
  const open = async () => {
    timer = new TestTimer();
    storage = await openStorage(embedded(dataDir), impatient, {}, new SystemClock(), timer);
  };
  const inThisThread: Builder = (builds, _, before = null) =>
    buildViews(storage, builds, () => undefined, { before });
  return {
    get storage() {
      return storage;
    },
    get timer() {
      return timer;
    },
    dataDir,
    open,
    reopen: async () => {
      await storage.close();
      await open();
    },
    write: async (stream, type, given, at = METADATA.at) => {
      const data = exampleData(type, { ...given });
      await giveKey(storage.keys, type, data);
      const metadata = { ...METADATA, at };
      const events = await storage.codec.encode([{ id: crypto.randomUUID(), type, data, metadata }]);
      return (await storage.log.append(stream, 'any', events)).position;
    },
    projector: (projections, build = inThisThread, by: Timer = timer, shared = undefined) => {
      const views = new CurrentViews(new ReadRecords(shared ? { ms: 250, timer } : null));
      const reader = readerOf(storage, timer);
      const projector = new Projector(storage, reader, projections, views, build, logger, by, shared);
      return { projector, views, reader };
    },
  };
}

/** A reader of the log; its codec records undecodable events. */
export function readerOf(
  { log, codec }: Pick<Storage, 'log' | 'codec'>,
  timer: Pick<Timer, 'pause'>,
): LogReader {
  return new LogReader(log, codec, () => undefined, timer);
}

/** An event type whose data is not checked. */
export function looseEvent(
  spec: Pick<EventSpec, 'version' | 'personal' | 'upcast'> = { version: 1 },
): EventSpec {
  return { ...spec, data: object({}), trail: { says: '{actor} did something.' } };
}

/** A projection over events of the catalogue, with loose types for generated events. */
export function looseProjection<Document extends object>(definition: {
  name: string;
  version?: number;
  indexes?: readonly IndexSpec[];
  on: Record<
    string,
    {
      ids: (event: Recorded<string, Record<string, unknown>>) => readonly string[];
      fold: (document: Document | null, event: Recorded<string, Record<string, unknown>>) => Document | null;
    }
  >;
}): Projection<object> {
  return { version: 1, indexes: [], ...definition } as unknown as Projection<object>;
}

/** Tracks from now on which generations are open. */
export function openedIn(store: DocumentStore): () => string[] {
  const opened = new Map<object, string>();
  const open = store.open.bind(store);
  store.open = async (options) => {
    const view = await open<never>(options);
    opened.set(view, `${options.name} ${options.generation}`);
    const close = view.close.bind(view);
    view.close = async () => {
      opened.delete(view);
      await close();
    };
    return view;
  };
  return () => [...opened.values()].toSorted();
}

/** Every document of a view's current generation, by id. */
export async function documentsOf(
  { storage }: TestKernel,
  projection: Projection<object>,
): Promise<Map<string, Stored<object>>> {
  const generation = await storage.store.current(projection.name);
  if (generation === null) throw new Error(`${projection.name} has never been built`);
  return allDocuments(storage.store, projection, generation);
}

/** Every document of a generation, by id. */
export async function allDocuments(
  store: DocumentStore,
  { name, indexes }: Projection<object>,
  generation: string,
): Promise<Map<string, Stored<object>>> {
  const view = await store.open({ name, generation, indexes });
  const documents = new Map<string, Stored<object>>();
  for (let after: readonly string[] | undefined; ;) {
    const page = await view.find({ sort: { _id: 1 }, limit: 1000, ...(after && { after }) });
    for (const document of page) documents.set(document._id, document);
    const last = page.at(-1);
    if (!last) break;
    after = [last._id];
  }
  await view.close();
  return documents;
}
