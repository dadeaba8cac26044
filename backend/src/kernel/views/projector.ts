import type { Projection } from '../projection.js';
import { DamagedGenerationError, isBroken } from '../document-store.js';
import type { ViewStanding } from '../log/log-identity.js';
import type { LogReader } from '../log/log-reader.js';
import type { KernelLogger } from '../logger.js';
import type { ViewProgress } from '../view-progress.js';
import type { Build, ViewStorage } from './build-views.js';
import { Generations } from './generations.js';
import type { LiveViews } from './live-views.js';
import type { ViewFeed } from './view-feed.js';
import { type Readable, ViewOpening, feedOf, standingOf } from './view-opening.js';
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
  private readonly opening: ViewOpening;
  /** What {@link open} has found of each view. */
  private readable: ReadonlyMap<string, Readable | null> | null = null;
  private readonly stopping = new AbortController();
  private builds: Promise<void> = Promise.resolve();

  constructor(
    private readonly storage: ViewStorage,
    private readonly reader: LogReader,
    private readonly projections: readonly Projection<object>[],
    private readonly live: LiveViews,
    private readonly build: Builder,
    private readonly logger: KernelLogger,
  ) {
    this.slots = new Map(projections.map((projection) => [projection.name, new ViewSlot(projection)]));
    this.generations = new Generations(storage.store, logger);
    this.opening = new ViewOpening(storage.store, this.generations, logger);
    live.onBroken = async (name, error) => {
      const slot = this.slots.get(name);
      if (slot) await this.mend(slot, slot.generation, error);
    };
  }

  /**
   * Opens every view, and feeds and builds nothing yet. Returns how those that this program goes on with stand.
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

  /** Feeds every view, and shows it to queries. Views that must be rebuilt are built in the background. */
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

  /** The position that every view that is fed has handled. */
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

  /** Stops at the border of a batch, with every checkpoint stored. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all([...this.slots.values()].map((slot) => slot.stop()));
    await this.live.close();
  }

  /** Whether a view that is missing is filled on the spot; looked up only when one is. */
  private async isShort(): Promise<boolean> {
    if (![...(this.readable?.values() ?? [])].includes(null)) return false;
    return (await this.storage.log.readAll(0, SHORT_LOG + 1)).length <= SHORT_LOG;
  }

  /** Lets queries read what was found. Returns false for a view that has to be built. */
  private async begin(slot: ViewSlot, found: Readable | null): Promise<boolean> {
    if (!found) return false;
    const { generation, view, isPresent } = found;
    if (isPresent) {
      const feed = await feedOf(this.storage.log, slot.projection, found);
      await this.show(slot, feed, slot.follow(this.reader, feed, this.tell(slot, generation)));
    } else {
      // It stays as it is: this program's folds are not made for its documents.
      slot.replace(null, generation);
      await this.live.show(slot.projection.name, view)?.close();
    }
    return isPresent;
  }

  /** Nothing is served before it has caught up. */
  private async fill(slot: ViewSlot): Promise<void> {
    const { projection } = slot;
    const { name, indexes } = projection;
    const generation = await this.generations.fresh(projection);
    const view = await this.storage.store.open({ name, generation, indexes, create: true });
    const feed = await feedOf(this.storage.log, projection, { generation, view });
    const following = await this.caughtUp(slot, feed);
    await this.switchTo(name, generation, following);
    await this.show(slot, following.feed, following);
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
        following = slot.follow(this.reader, feed, this.tell(slot, feed.generation), () => {
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

  private tell(slot: ViewSlot, generation: string): (error: unknown) => void {
    return (error) => {
      this.logger.error(error, `the view ${slot.projection.name} could not take a batch and tries again`);
      if (isBroken(error)) void this.mend(slot, generation, error);
    };
  }

  /** Takes out of use a generation that is missing or damaged, and resolves when queries read another, or none. */
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

  /** Runs after the builds that are under way. */
  private inTurn(work: () => Promise<void>): Promise<void> {
    const run = this.builds.then(work);
    // The chain goes on after a failed build; its caller is told by `run`.
    this.builds = run.catch(() => undefined);
    return run;
  }

  private rebuildSoon(projections: readonly Projection<object>[]): void {
    this.inTurn(() => this.rebuildNow(projections)).catch((error: unknown) => {
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
    const view = await this.storage.store.open({ name, generation, indexes: projection.indexes });
    const feed = await feedOf(this.storage.log, projection, { generation, view });
    const following = await this.caughtUp(slot, feed);
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
