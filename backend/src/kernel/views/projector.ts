import type { Projection } from '../projection.js';
import { DamagedGenerationError, isBroken } from '../document-store.js';
import type { ViewStanding } from '../log/log-identity.js';
import type { LogReader } from '../log/log-reader.js';
import type { KernelLogger } from '../logger.js';
import type { ViewProgress } from '../view-progress.js';
import { type Pause, pause as realPause } from '../pause.js';
import { BuildTurns } from './build-turns.js';
import type { Build, ViewStorage } from './build-views.js';
import { Generations } from './generations.js';
import type { LiveViews } from './live-views.js';
import type { ViewFeed } from './view-feed.js';
import { type Readable, ViewOpening, feedOf, standingOf } from './view-opening.js';
import { type Following, type ViewHealth, ViewSlot } from './view-slot.js';

/** Builds generations outside the main thread. Rejects when the build failed. */
export type Builder = (builds: readonly Build[]) => Promise<void>;

/** Up to this number of events, a missing view is filled in this process, before the start ends. */
const SHORT_LOG = 2000;

/**
 * Feeds every view from the log, each at its own speed. A view with a raised version is built beside the old generation,
 * which answers queries until the new one is complete.
 */
export class Projector implements ViewProgress {
  private readonly slots: ReadonlyMap<string, ViewSlot>;
  private readonly generations: Generations;
  private readonly opening: ViewOpening;
  /** What {@link open} found of each view. */
  private readable: ReadonlyMap<string, Readable | null> | null = null;
  private readonly stopping = new AbortController();
  private readonly turns: BuildTurns;

  constructor(
    private readonly storage: ViewStorage,
    private readonly reader: LogReader,
    private readonly projections: readonly Projection<object>[],
    private readonly live: LiveViews,
    private readonly build: Builder,
    private readonly logger: KernelLogger,
    pause: Pause = realPause,
  ) {
    const { signal } = this.stopping;
    this.turns = new BuildTurns((views) => this.rebuildSoon(this.unfed(views)), pause, signal);
    this.slots = new Map(projections.map((projection) => [projection.name, new ViewSlot(projection)]));
    this.generations = new Generations(storage.store, logger);
    this.opening = new ViewOpening(storage.store, this.generations, logger);
    live.onBroken = async (name, error) => {
      const slot = this.slots.get(name);
      if (slot) await this.mend(slot, slot.generation, error);
    };
  }

  /**
   * Opens every view. Feeds and builds nothing yet. Returns checkpoint and origin of each opened generation.
   * @throws DocumentStoreUnavailableError
   */
  async open(): Promise<readonly ViewStanding[]> {
    const standings: ViewStanding[] = [];
    const readable = new Map<string, Readable | null>();
    for (const { projection } of this.slots.values()) {
      const found = await this.opening.open(projection);
      readable.set(projection.name, found);
      if (found) standings.push(await standingOf(projection, found));
    }
    this.readable = readable;
    return standings;
  }

  /**
   * Feeds every view, and lets queries read it. Missing views and those of another version are built in the background; a
   * failed build is retried until the projector stops.
   */
  async start(): Promise<void> {
    if (!this.readable) await this.open();
    await this.reader.start();
    const isShort = await this.isShort();
    const toBuild: Projection<object>[] = [];
    for (const slot of this.slots.values()) {
      const found = this.readable?.get(slot.projection.name) ?? null;
      if (!found && isShort) await this.fill(slot);
      else if (!(await this.begin(slot, found))) toBuild.push(slot.projection);
    }
    if (toBuild.length > 0) this.rebuildSoon(toBuild);
  }

  /**
   * Builds the named views again beside the live ones and switches to them, after all running builds. After a failure a
   * view that is fed stays as it is; any other is retried.
   * @throws Error for an unknown name or a failed build
   */
  async rebuild(names: readonly string[]): Promise<void> {
    const chosen = names.map((name) => {
      const slot = this.slots.get(name);
      if (!slot) throw new Error(`there is no view named ${name}`);
      return slot.projection;
    });
    await this.turns.run(() => this.rebuildNow(chosen));
  }

  /**
   * Removes erased personal data from every document: builds every view again from the log, and removes all other
   * generations. Call it after the keys are destroyed, so that nothing brings the data back. Waits for running builds,
   * which may still use the keys.
   * @throws Error when a build failed or the projector was stopped; then call it again
   */
  async scrub(): Promise<void> {
    await this.turns.run(async () => {
      await this.rebuildNow(this.projections);
      if (this.stopping.signal.aborted) throw new Error('stopped before the views were scrubbed');
      await this.storage.store.keepOnly([...this.slots.keys()]);
    });
  }

  async reached(position: number, milliseconds: number, types?: readonly string[]): Promise<boolean> {
    const slots = [...this.slots.values()].filter((slot) => types === undefined || slot.hears(types));
    const reached = await Promise.all(slots.map((slot) => slot.reached(position, milliseconds)));
    return reached.every(Boolean);
  }

  async seen(views: readonly string[], position: number, milliseconds: number): Promise<boolean> {
    const seen = await Promise.all(
      views.map((name) => this.slots.get(name)?.seen(position, milliseconds) ?? false),
    );
    return seen.every(Boolean);
  }

  /** The position that every fed view has handled. */
  get position(): number {
    const positions = [...this.slots.values()].flatMap(({ feed }) => feed?.position ?? []);
    return positions.length > 0 ? Math.min(...positions) : 0;
  }

  /** The names of the views that fold events of one of these types. */
  hearing(types: readonly string[]): string[] {
    return [...this.slots.values()]
      .filter((slot) => slot.hears(types))
      .map(({ projection }) => projection.name);
  }

  health(): ViewHealth[] {
    return [...this.slots.values()].map((slot) => slot.health());
  }

  /** Stops after the current batch, with every checkpoint stored. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all([...this.slots.values()].map((slot) => slot.stop()));
    await this.live.close();
  }

  /** Whether missing views are filled at once. Reads the log only if a view is missing. */
  private async isShort(): Promise<boolean> {
    const missing = [...(this.readable ?? [])].flatMap(([name, found]) => (found ? [] : [name]));
    if (missing.length === 0) return false;
    const { length } = await this.storage.log.readAll(0, SHORT_LOG + 1);
    // A new log has one event: its id.
    if (length > 1) this.logger.info({ views: missing }, 'missing views are built from the log');
    return length <= SHORT_LOG;
  }

  /** Lets queries read what was found. Returns false for a view that must be built. */
  private async begin(slot: ViewSlot, found: Readable | null): Promise<boolean> {
    if (!found) return false;
    const { generation, view, isPresent } = found;
    if (isPresent) {
      const feed = await feedOf(this.storage.log, slot.projection, found);
      await this.use(slot, slot.follow(this.reader, feed, this.tell(slot, generation)));
    } else {
      // It is not fed: the folds of this program do not fit its documents.
      slot.replace(null, generation);
      await this.live.show(slot.projection.name, view)?.close();
    }
    return isPresent;
  }

  /** Builds a view in this process. Queries read it when it has caught up. */
  private async fill(slot: ViewSlot): Promise<void> {
    const { projection } = slot;
    const { name, indexes } = projection;
    const generation = await this.generations.fresh(projection);
    const view = await this.storage.store.open({ name, generation, indexes, create: true });
    const feed = await feedOf(this.storage.log, projection, { generation, view });
    await this.show(slot, await this.caughtUp(slot, feed));
  }

  private caughtUp(slot: ViewSlot, feed: ViewFeed): Promise<Following> {
    return slot.catchUp(this.reader, feed, this.tell(slot, feed.generation), this.stopping.signal);
  }

  /** Points queries at a new generation. Keeps one generation before it, for a rollback. */
  private async show(slot: ViewSlot, following: Following): Promise<void> {
    const { name } = slot.projection;
    const { generation } = following.feed;
    const before = await this.switchTo(name, generation, following);
    slot.build = null;
    slot.buildError = null;
    await this.use(slot, following);
    await this.generations.keepOnly(name, [before, generation]);
  }

  private async use(slot: ViewSlot, following: Following): Promise<void> {
    const { feed } = following;
    const before = slot.replace(following, feed.generation);
    const read = this.live.show(slot.projection.name, feed.view);
    await before?.subscription.close();
    await read?.close();
  }

  private tell(slot: ViewSlot, generation: string): (error: unknown) => void {
    return (error) => {
      this.logger.error(error, `the view ${slot.projection.name} could not take a batch and tries again`);
      if (isBroken(error)) void this.mend(slot, generation, error);
    };
  }

  /** Stops using a missing or damaged generation. Resolves when queries read another one, or none. */
  private mend(slot: ViewSlot, generation: string | null, error: unknown): Promise<void> {
    if (generation === null || slot.generation !== generation) return slot.mending;
    slot.mending = this.replace(slot, generation, error);
    return slot.mending;
  }

  private async replace(slot: ViewSlot, generation: string, error: unknown): Promise<void> {
    const { projection } = slot;
    this.logger.error(error, `the view ${projection.name} can't go on with ${generation}`);
    let isReplaced = false;
    try {
      const before = slot.replace(null, null);
      const view = this.live.hide(projection.name);
      await before?.subscription.close();
      if (error instanceof DamagedGenerationError) {
        await this.storage.store.setAside(projection.name, generation);
      } else await view?.close();
      isReplaced = await this.begin(slot, await this.opening.open(projection));
    } catch (failure) {
      this.logger.error(failure, `the view ${projection.name} could not be replaced`);
    }
    if (!isReplaced && slot.build !== 'building') this.rebuildSoon([projection]);
  }

  /** The projections of those views that have no present generation, so that only a build helps. */
  private unfed(views: readonly string[]): Projection<object>[] {
    return this.projections.filter(({ name }) => views.includes(name) && !this.slots.get(name)?.feed);
  }

  private rebuildSoon(projections: readonly Projection<object>[]): void {
    this.turns
      .run(() => this.rebuildNow(projections))
      .catch((error: unknown) => {
        this.logger.error(error, 'views could not be built; retrying');
      });
  }

  private async rebuildNow(projections: readonly Projection<object>[]): Promise<void> {
    const slots = projections.flatMap(({ name }) => this.slots.get(name) ?? []);
    for (const slot of slots) slot.build = 'building';
    try {
      const builds = await Promise.all(
        projections.map(async (projection) => ({
          projection,
          generation: await this.generations.fresh(projection),
        })),
      );
      if (builds.length > 0) await this.build(builds);
      for (const build of builds) if (!this.stopping.signal.aborted) await this.join(build);
      this.turns.succeeded();
    } catch (error) {
      for (const slot of slots) if (slot.build === 'building') slot.fail(error);
      // The others are live, or their generation before goes on.
      this.turns.retryLater(this.unfed(projections.map(({ name }) => name)).map(({ name }) => name));
      throw error;
    }
  }

  /** Lets a built generation catch up beside the live one, and then points queries at it. */
  private async join({ projection, generation }: Build): Promise<void> {
    const { name } = projection;
    const slot = this.slots.get(name);
    if (!slot) return;
    const view = await this.storage.store.open({ name, generation, indexes: projection.indexes });
    const feed = await feedOf(this.storage.log, projection, { generation, view });
    await this.show(slot, await this.caughtUp(slot, feed));
    this.logger.info({ view: name, generation }, 'queries read a new generation');
  }

  private async switchTo(name: string, generation: string, { feed, subscription }: Following) {
    try {
      return await this.generations.switch(name, generation);
    } catch (error) {
      await subscription.close();
      await feed.view.close();
      throw error;
    }
  }
}
