import type { Projection } from '../projection.js';
import type { LogReader } from '../log/log-reader.js';
import type { EngineLogger } from '../logger.js';
import type { ViewProgress } from '../view-progress.js';
import type { Build, Engines } from './build-views.js';
import { versionOf } from './generation.js';
import { Generations } from './generations.js';
import type { LiveViews } from './live-views.js';
import { ViewFeed } from './view-feed.js';
import { type Following, type ViewHealth, ViewSlot } from './view-slot.js';

/** Builds generations away from the main thread; rejects when the build failed. */
export type Builder = (builds: readonly Build[]) => Promise<void>;

/** With a log no longer than this, a view that is missing is filled on the spot instead of in a process of its own. */
const SHORT_LOG = 2000;

/**
 * Keeps every view up with the log, each at its own pace: live in small batches, and rebuilt beside the live one when a
 * definition's version is raised.
 */
export class Projector implements ViewProgress {
  private readonly slots: ReadonlyMap<string, ViewSlot>;
  private readonly generations: Generations;
  private readonly stopping = new AbortController();
  private builds: Promise<void> = Promise.resolve();

  constructor(
    private readonly engines: Engines,
    private readonly reader: LogReader,
    private readonly projections: readonly Projection<object>[],
    private readonly live: LiveViews,
    private readonly build: Builder,
    private readonly logger: EngineLogger,
  ) {
    this.slots = new Map(projections.map((projection) => [projection.name, new ViewSlot(projection)]));
    this.generations = new Generations(engines.store, logger);
  }

  /** Opens every view and begins to feed it. Views that must be rebuilt are built in the background. */
  async start(): Promise<void> {
    await this.reader.start();
    const toBuild: Projection<object>[] = [];
    for (const slot of this.slots.values()) {
      const { projection } = slot;
      const current = await this.generations.present(projection);
      if (current !== null && versionOf(current) === projection.version) await this.resume(slot, current);
      else if (current === null && (await this.isShort())) await this.fill(slot);
      else {
        // The old generation stays readable, frozen: this program's folds are not made for its documents.
        if (current !== null) await this.freeze(slot, current);
        toBuild.push(projection);
      }
    }
    if (toBuild.length > 0) this.rebuildSoon(toBuild);
  }

  /**
   * Builds the named views again beside the live ones and switches to them, after the builds that are under way.
   * @throws Error for an unknown name or a failed build
   */
  async rebuild(names: readonly string[]): Promise<void> {
    const chosen = names.map((name) => {
      const slot = this.slots.get(name);
      if (!slot) throw new Error(`there is no view named ${name}`);
      return slot.projection;
    });
    await this.inTurn(() => this.rebuildNow(chosen));
  }

  /**
   * Leaves nothing of what was forgotten in any document, past or present: builds every view again from the log as it
   * can be read now, and removes every other generation. To be called once the keys of the people concerned are
   * destroyed: from then on no reading of the log brings them back, whatever was folded, parked or frozen before.
   * Waits for the builds under way, which may have begun with the keys.
   * @throws Error when a build failed or the projector was stopped meanwhile; then it is to be called again
   */
  async scrub(): Promise<void> {
    await this.inTurn(async () => {
      await this.rebuildNow(this.projections);
      if (this.stopping.signal.aborted) throw new Error('stopped before the views were scrubbed');
      await this.engines.store.keepOnly([...this.slots.keys()]);
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

  /** The position that every view that is fed has handled. */
  get position(): number {
    const positions = [...this.slots.values()].flatMap(({ feed }) => feed?.position ?? []);
    return positions.length > 0 ? Math.min(...positions) : 0;
  }

  health(): ViewHealth[] {
    return [...this.slots.values()].map((slot) => slot.health());
  }

  /** Stops at the border of a batch, with every checkpoint stored. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all([...this.slots.values()].map((slot) => slot.stop()));
    await this.live.close();
  }

  /** Asked only when a view is missing: at most starts there is nothing to read. */
  private async isShort(): Promise<boolean> {
    return (await this.engines.log.readAll(0, SHORT_LOG + 1)).length <= SHORT_LOG;
  }

  private async resume(slot: ViewSlot, generation: string): Promise<void> {
    const feed = await this.open(slot.projection, generation);
    await this.show(slot, feed, slot.follow(this.reader, feed, this.tell(slot)));
  }

  /** Nothing is served before it has caught up. */
  private async fill(slot: ViewSlot): Promise<void> {
    const generation = await this.generations.fresh(slot.projection);
    const following = await this.caughtUp(slot, await this.open(slot.projection, generation, true));
    await this.engines.store.flip(slot.projection.name, null, generation);
    await this.show(slot, following.feed, following);
  }

  private async freeze(slot: ViewSlot, generation: string): Promise<void> {
    const { name, indexes } = slot.projection;
    const view = await this.engines.store.open({ name, generation, indexes });
    slot.replace(null, generation);
    await this.live.show(name, view)?.close();
  }

  private async open(projection: Projection<object>, generation: string, create = false): Promise<ViewFeed> {
    const { name, indexes } = projection;
    const view = await this.engines.store.open({ name, generation, indexes, create });
    try {
      return await ViewFeed.of(projection, generation, view);
    } catch (error) {
      await view.close();
      throw error;
    }
  }

  /** Lets a feed follow the log, and resolves when it has caught up. @throws Error when that ends before */
  private async caughtUp(slot: ViewSlot, feed: ViewFeed): Promise<Following> {
    const { signal } = this.stopping;
    let following: Following | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        const stop = () => reject(new Error(`stopped before ${feed.projection.name} had caught up`));
        signal.addEventListener('abort', stop, { once: true });
        if (signal.aborted) stop();
        following = slot.follow(this.reader, feed, this.tell(slot), () => {
          signal.removeEventListener('abort', stop);
          resolve();
        });
      });
      return following as Following;
    } catch (error) {
      await following?.subscription.close();
      await feed.view.close();
      throw error;
    }
  }

  private async show(slot: ViewSlot, feed: ViewFeed, following: Following): Promise<void> {
    const before = slot.replace(following, feed.generation);
    const read = this.live.show(slot.projection.name, feed.view);
    await before?.subscription.close();
    await read?.close();
  }

  private tell({ projection }: ViewSlot): (error: unknown) => void {
    return (error) =>
      this.logger.error(error, `the view ${projection.name} could not take a batch and tries again`);
  }

  /** Runs after the builds that are under way. */
  private inTurn(work: () => Promise<void>): Promise<void> {
    const run = this.builds.then(work);
    // The chain goes on after a failed build; its caller is told by `run`.
    this.builds = run.catch(() => undefined);
    return run;
  }

  private rebuildSoon(projections: readonly Projection<object>[]): void {
    this.builds = this.rebuildNow(projections).catch((error: unknown) => {
      this.logger.error(error, 'a rebuild failed; the generation before it stays');
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
    } catch (error) {
      // Those that were switched to before are live.
      for (const slot of slots) if (slot.build === 'building') slot.build = 'failed';
      throw error;
    }
  }

  /** Lets a built generation catch up while the one before goes on, and then points queries at it. */
  private async join({ projection, generation }: Build): Promise<void> {
    const { name } = projection;
    const slot = this.slots.get(name);
    if (!slot) return;
    const following = await this.caughtUp(slot, await this.open(projection, generation));
    const before = await this.switchTo(name, generation, following);
    slot.build = null;
    await this.show(slot, following.feed, following);
    // One generation back is kept for a rollback; what is older goes.
    await this.generations.keepOnly(name, [before, generation]);
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
