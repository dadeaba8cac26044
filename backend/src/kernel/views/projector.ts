import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Projection } from '../projection.js';
import type { LoggedEvent, Subscription } from '../event-log.js';
import type { Build, Engines } from './build-views.js';
import { versionOf } from './generation.js';
import { Generations } from './generations.js';
import type { LiveViews } from './live-views.js';
import type { EngineLogger } from '../logger.js';
import type { ViewFeed } from './view-feed.js';
import { ViewFeeds } from './view-feeds.js';
import type { ViewProgress } from '../view-progress.js';
import { Waiters } from './waiters.js';

/** Builds generations away from the main thread; rejects when the build failed. */
export type Builder = (builds: readonly Build[]) => Promise<void>;

/** How a view stands, for /health and the back office. */
export interface ViewHealth {
  readonly name: string;
  /** What queries read; null while there is nothing yet. */
  readonly generation: string | null;
  readonly position: number;
  readonly parked: number;
  readonly state: 'live' | 'building' | 'failed';
}

const BATCH = 200;
/** With a log no longer than this, a view that is missing is filled on the spot instead of in a process of its own. */
const SHORT_LOG = 2000;

/**
 * Keeps every view up with the log: live in small batches, and rebuilt beside the live one when a
 * definition's version is raised.
 */
export class Projector implements ViewProgress {
  private readonly feeds: ViewFeeds;
  private readonly generations: Generations;
  private readonly building = new Map<string, 'building' | 'failed'>();
  private readonly waiters = new Waiters();
  private subscription: Subscription | null = null;
  private builds: Promise<void> = Promise.resolve();
  private stopped = false;
  private lastError: string | null = null;

  constructor(
    private readonly engines: Engines,
    private readonly projections: readonly Projection<object>[],
    live: LiveViews,
    private readonly build: Builder,
    private readonly logger: EngineLogger,
  ) {
    this.feeds = new ViewFeeds(engines.store, live);
    this.generations = new Generations(engines.store, logger);
  }

  /** Opens every view and begins to feed it. Views that must be rebuilt are built in the background. */
  async start(): Promise<void> {
    const toBuild: Projection<object>[] = [];
    for (const projection of this.projections) {
      const current = await this.generations.present(projection);
      if (current !== null && versionOf(current) === projection.version)
        await this.feeds.add(projection, current);
      else if (current === null && (await this.isShort())) await this.fill(projection);
      else {
        // The old generation stays readable, frozen: this program's folds are not made for its documents.
        if (current !== null) await this.feeds.freeze(projection, current);
        toBuild.push(projection);
      }
    }
    this.subscribe();
    if (toBuild.length > 0) this.rebuildSoon(toBuild);
  }

  /**
   * Builds the named views anew beside the live ones and switches to them, after the builds that are under
   * way.
   * @throws Error for an unknown name or a failed build
   */
  async rebuild(names: readonly string[]): Promise<void> {
    const chosen = names.map((name) => {
      const projection = this.projections.find((known) => known.name === name);
      if (!projection) throw new Error(`there is no view named ${name}`);
      return projection;
    });
    await this.inTurn(() => this.rebuildNow(chosen));
  }

  /**
   * Leaves nothing of what was forgotten in any document, past or present: builds every view anew from the log as it
   * can be read now, and removes every other generation. To be called once the keys of the people concerned are
   * destroyed: from then on no reading of the log brings them back, whatever was folded, parked or frozen before.
   * Waits for the builds under way, which may have begun with the keys.
   * @throws Error when a build failed or the projector was stopped meanwhile; then it is to be called again
   */
  async scrub(): Promise<void> {
    await this.inTurn(async () => {
      await this.rebuildNow(this.projections);
      if (this.stopped) throw new Error('stopped before the views were scrubbed');
      await this.engines.store.keepOnly(this.projections.map(({ name }) => name));
    });
  }

  async reached(position: number, milliseconds: number): Promise<boolean> {
    return this.waiters.wait(() => this.position >= position, milliseconds);
  }

  async seen(views: readonly string[], position: number, milliseconds: number): Promise<boolean> {
    const isSeen = (view: string) => (this.feeds.of(view)?.position ?? -1) >= position;
    return this.waiters.wait(() => views.every(isSeen), milliseconds);
  }

  /** The position that every live view has handled. */
  get position(): number {
    return this.feeds.position;
  }

  /** What went wrong last, if nothing has gone right since. */
  get error(): string | null {
    return this.lastError;
  }

  health(): ViewHealth[] {
    return this.projections.map(({ name }) => {
      const feed = this.feeds.of(name);
      return {
        name,
        generation: this.feeds.generationOf(name),
        position: feed?.position ?? 0,
        parked: feed?.parked ?? 0,
        state: this.building.get(name) ?? 'live',
      };
    });
  }

  /** Stops at the border of a batch, with every checkpoint stored. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.subscription?.close();
    await this.feeds.close();
  }

  /** Asked only when a view is missing: at most starts there is nothing to read. */
  private async isShort(): Promise<boolean> {
    return (await this.engines.log.readAll(0, SHORT_LOG + 1)).length <= SHORT_LOG;
  }

  private async fill(projection: Projection<object>): Promise<void> {
    const generation = await this.generations.fresh(projection);
    await this.feeds.add(projection, generation);
    await this.engines.store.flip(projection.name, null, generation);
  }

  private subscribe(): void {
    if (this.feeds.isEmpty) return;
    this.subscription = this.engines.log.subscribe({
      after: this.position,
      batchSize: BATCH,
      onBatch: (events) => this.handle(events),
      onRecovered: () => {
        this.lastError = null;
      },
      onError: (error) => {
        this.lastError = error instanceof Error ? error.message : String(error);
        this.logger.error(error, 'the projector could not handle a batch and tries again');
      },
    });
  }

  private async handle(batch: readonly LoggedEvent[]): Promise<void> {
    const last = batch.at(-1);
    if (!last) return;
    const { events } = await this.engines.codec.decode(batch);
    await this.feeds.handle(events, last.position);
    this.lastError = null;
    this.waiters.settle();
  }

  /** Runs after the builds that are under way. */
  private inTurn(work: () => Promise<void>): Promise<void> {
    const run = this.builds.then(work);
    // The chain goes on after a failed build; whoever asked for it is told by `run`.
    this.builds = run.catch(() => undefined);
    return run;
  }

  private rebuildSoon(projections: readonly Projection<object>[]): void {
    this.builds = this.rebuildNow(projections).catch((error: unknown) => {
      this.logger.error(error, 'a rebuild failed; the generation before it stays');
    });
  }

  private async rebuildNow(projections: readonly Projection<object>[]): Promise<void> {
    if (projections.length === 0) return;
    for (const { name } of projections) this.building.set(name, 'building');
    try {
      const builds = await Promise.all(
        projections.map(async (projection) => ({
          projection,
          generation: await this.generations.fresh(projection),
        })),
      );
      await this.build(builds);
      if (!this.stopped) await this.join(builds);
    } catch (error) {
      // Those that were switched to before are live.
      for (const { name } of projections) if (this.building.has(name)) this.building.set(name, 'failed');
      throw error;
    }
  }

  /**
   * Lets built generations catch up while the others hold still, points queries at them, and goes on with
   * all.
   */
  private async join(builds: readonly Build[]): Promise<void> {
    await this.subscription?.close();
    try {
      for (const { projection, generation } of builds) {
        await this.joinOne(await this.feeds.open(projection, generation));
      }
    } finally {
      this.subscribe();
      this.waiters.settle();
    }
  }

  private async joinOne(feed: ViewFeed): Promise<void> {
    try {
      await this.catchUp(feed);
      await this.switchTo(feed);
    } catch (error) {
      if (this.feeds.of(feed.projection.name) !== feed) await feed.view.close();
      throw error;
    }
  }

  private async catchUp(feed: ViewFeed): Promise<void> {
    const { log, codec } = this.engines;
    for (;;) {
      const page = await log.readAll(feed.position, BATCH);
      const last = page.at(-1);
      if (!last) return;
      await feed.handle((await codec.decode(page)).events, last.position);
      await nextTurn();
    }
  }

  private async switchTo(feed: ViewFeed): Promise<void> {
    const { generation } = feed;
    const { name } = feed.projection;
    const before = await this.generations.switch(name, generation);
    this.building.delete(name);
    await this.feeds.replace(feed);
    // One generation back is kept for a rollback; what is older goes.
    await this.generations.keepOnly(name, [before, generation]);
    this.logger.info({ view: name, generation }, 'queries read a new generation');
  }
}
