import type { DocumentStore, ViewReader } from '../document-store.js';
import type { Position } from '../event-log.js';
import { PointInTimeViews, type PastWatch } from '../point-in-time-views.js';
import type { Projection } from '../projection.js';
import type { BuildQueue } from './build-queue.js';
import type { Build, BuildWatch } from './build-views.js';
import type { Generations } from './generations.js';

/** What past builds need of the projector. */
interface PastHost {
  readonly store: DocumentStore;
  readonly generations: Generations;
  readonly turns: Pick<BuildQueue, 'run'>;
  readonly build: (builds: readonly Build[], watch: BuildWatch, before: Position) => Promise<void>;
  readonly stopping: AbortSignal;
}

/** A build that ends at a position of the log lives as long as it is read. A kill leaves one, which the next start drops. */
export class PointInTimeBuilds extends PointInTimeViews {
  erasures = 0;
  private readonly stops = new Set<AbortController>();
  /** Those whose turn has come. */
  private readonly builds = new Set<Promise<unknown>>();

  constructor(private readonly host: PastHost) {
    super();
  }

  override async read<Document extends object, Result>(
    projection: Projection<Document>,
    before: Position,
    read: (view: ViewReader<Document>) => Promise<Result>,
    { onProgress, signal }: PastWatch = {},
  ): Promise<Result> {
    const { stopping, turns, build, store, generations } = this.host;
    const stop = new AbortController();
    const stopped = AbortSignal.any([stopping, stop.signal, ...(signal ? [signal] : [])]);
    const { name, indexes } = projection;
    const make = async (): Promise<Result> => {
      const generation = await generations.fresh(projection);
      return generations.using(name, generation, async () => {
        const watch = { signal: stopped, ...(onProgress && { onProgress }) };
        await build([{ projection, generation }], watch, before);
        stopped.throwIfAborted();
        const view = await store.open<Document>({ name, generation, indexes });
        try {
          return await read(view);
        } finally {
          await view.close();
        }
      });
    };
    this.stops.add(stop);
    try {
      return await turns.run(async () => {
        stopped.throwIfAborted();
        const made = make();
        this.builds.add(made);
        return made.finally(() => this.builds.delete(made));
      });
    } finally {
      this.stops.delete(stop);
    }
  }

  /** Stops all of them, because of an erasure or the end of the process. */
  async discardAll(): Promise<void> {
    this.erasures += 1;
    for (const stop of this.stops) stop.abort(new Error('the build was stopped'));
    // One that waits ends when its turn comes, which may be after the caller's.
    await Promise.allSettled(this.builds);
  }
}
