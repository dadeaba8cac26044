import type { Projection } from '../projection.js';
import type { Position } from '../event-log.js';
import type { ParkedDocument } from '../document-store.js';
import type { ViewStanding } from '../log/log-identity.js';
import { type Counter, type ProgressRow, viewKey } from '../progress-row.js';
import type { LogReader } from '../log/log-reader.js';
import type { KernelLogger } from '../logger.js';
import type { Timer } from '../timer.js';
import { BuildQueue } from './build-queue.js';
import type { Build, BuildProgress, BuildWatch, ViewStorage } from './build-views.js';
import { Generations, type OtherGenerations, versionOf } from './generations.js';
import type { CurrentViews } from './current-views.js';
import { LiveViews } from './live-views.js';
import { ObservedViews } from './observed-views.js';
import { ProgressNotes } from './progress-notes.js';
import { PointInTimeBuilds } from './point-in-time-builds.js';
import { TrialBuilds } from './trial-builds.js';
import { type Readable, ViewOpening, standingOf } from './view-opening.js';
import { RunningViews, type ViewHealth } from './running-view.js';

/**
 * Builds generations outside the main thread, from the events before a position (null: from all). Rejects when the build
 * failed or was stopped.
 */
export type Builder = (
  builds: readonly Build[],
  watch?: BuildWatch,
  before?: Position | null,
) => Promise<void>;

/** How processes of one site share the views: each is folded by one of them. */
export interface SharedViews {
  readonly row: ProgressRow;
  /** The fencing number of this process's lease on a view; null if it must not fold it. */
  readonly fenceOf: (projection: Projection<object>) => number | null;
  /** Whether another process reads this version of a view. */
  readonly isRead: (name: string, version: number) => Promise<boolean>;
}

/** What other processes do with generations of views. */
function generationsOf({ row, isRead }: SharedViews): OtherGenerations {
  const folded = async (projection: Projection<object>) =>
    (await row.read()).folds[viewKey(projection)]?.generation ?? null;
  return { isRead, folded };
}

/** Up to this number of events, a missing view is filled in this process, before the start ends. */
const SHORT_LOG = 2000;

/**
 * Feeds every view from the log, each at its own speed. A view with a raised version is built beside the old generation,
 * which answers queries until the new one is complete.
 */
export class Projector {
  readonly views: RunningViews;
  /** The builds that wait to be accepted. */
  readonly trials: TrialBuilds;
  /** The builds that end at a position of the log. */
  readonly past: PointInTimeBuilds;
  /** Those that another process folds; null if this process is alone. */
  readonly observed: ObservedViews | null;
  private readonly notes: ProgressNotes | null;
  private readonly generations: Generations;
  private readonly opening: ViewOpening;
  private readonly live: LiveViews;
  /** What {@link open} found of each view. */
  private opened: ReadonlyMap<string, Readable | null> | null = null;
  /** The views that {@link start} has begun. */
  private readonly begun = new Set<string>();
  /** Those of them that must be built. */
  private readonly toBuild: Projection<object>[] = [];
  private readonly stopping = new AbortController();
  private readonly turns: BuildQueue;

  constructor(
    private readonly storage: ViewStorage,
    private readonly reader: LogReader,
    private readonly projections: readonly Projection<object>[],
    current: CurrentViews,
    private readonly build: Builder,
    private readonly logger: KernelLogger,
    timer: Timer,
    private readonly shared: SharedViews | null = null,
  ) {
    const { signal } = this.stopping;
    this.turns = new BuildQueue((views) => this.rebuildSoon(this.unfed(views)), timer, signal);
    this.views = new RunningViews(projections, current.records, timer);
    this.generations = new Generations(storage.store, logger, shared && generationsOf(shared));
    this.opening = new ViewOpening(storage.store, this.generations, logger);
    this.live = new LiveViews({
      store: storage.store,
      generations: this.generations,
      opening: this.opening,
      views: this.views,
      current,
      reader,
      logger,
      stopping: signal,
      buildSoon: (projection) => this.rebuildSoon([projection]),
    });
    const { generations, turns, views, live } = this;
    const sharing = shared && { ...shared, store: storage.store, current, logger, timer, stopping: signal };
    this.observed = sharing && new ObservedViews(sharing);
    this.notes = sharing && new ProgressNotes(sharing);
    const { observed, notes } = this;
    if (observed && notes) this.share(current, observed, notes);
    this.past = new PointInTimeBuilds({ store: storage.store, generations, turns, build, stopping: signal });
    this.trials = new TrialBuilds({
      log: storage.log,
      store: storage.store,
      generations,
      views,
      current,
      turns,
      build,
      logger,
      timer,
      folds: (projection) => this.folds(projection),
      follow: (running, generation, stop) =>
        live.follow(running, generation, AbortSignal.any([signal, stop])),
      switchTo: (running, following) => live.show(running, following, true),
      takePrevious: (name, generation) => live.previous.take(name, generation),
    });
  }

  private share(current: CurrentViews, observed: ObservedViews, notes: ProgressNotes): void {
    const mend = current.onBroken;
    current.onBroken = async (name, error) => {
      const running = this.views.get(name);
      await (running && observed.has(running) ? observed.replaced(running) : mend(name, error));
    };
    for (const running of this.views.all()) running.onMoved = () => notes.note(running);
  }

  /** Whether this process folds a view. */
  private folds(projection: Projection<object>): boolean {
    return this.shared === null || this.shared.fenceOf(projection) !== null;
  }

  /**
   * Opens every view that this process folds. Feeds and builds nothing yet. Returns checkpoint and origin of each opened
   * generation.
   * @throws DocumentStoreUnavailableError
   */
  async open(): Promise<readonly ViewStanding[]> {
    const standings: ViewStanding[] = [];
    const readable = new Map<string, Readable | null>();
    for (const { projection } of this.views.all()) {
      if (!this.folds(projection) || this.begun.has(projection.name)) continue;
      const found = await this.opening.open(projection);
      readable.set(projection.name, found);
      if (found) standings.push(await standingOf(projection, found));
    }
    this.opened = readable;
    return standings;
  }

  /**
   * Feeds every view that this process folds, and lets queries read all. Missing views and those of another version are built in
   * the background; a failed build is retried until the projector stops. After a failure it can be called again, and goes on;
   * also after this process got the lease on further views.
   */
  async start(): Promise<void> {
    if (!this.opened) await this.open();
    await this.reader.start();
    const isShort = await this.isShort();
    for (const running of this.views.all()) {
      const { name } = running.projection;
      if (this.begun.has(name)) continue;
      // A lease that has just been taken: the next call opens the view first.
      if (!this.folds(running.projection) || !this.opened?.has(name)) {
        this.observed?.add(running);
        continue;
      }
      this.observed?.remove(running);
      await this.generations.sweep(running.projection);
      const found = this.opened?.get(name) ?? null;
      const isFilled = !found && isShort;
      if (isFilled) await this.live.fill(running);
      const isBegun = isFilled || (await this.live.begin(running, found));
      this.begun.add(name);
      if (!isBegun) this.toBuild.push(running.projection);
    }
    if (this.toBuild.length > 0) this.rebuildSoon(this.toBuild.splice(0));
    this.observed?.start();
  }

  /**
   * Builds the named views again beside the live ones and switches to them, after all running builds. After a failure a
   * view that is fed stays as it is; any other is retried.
   * @throws Error for an unknown name or a failed build
   */
  async rebuild(names: readonly string[]): Promise<void> {
    const chosen = names.map((name) => {
      const running = this.views.get(name);
      if (!running) throw new Error(`there is no view named ${name}`);
      return running.projection;
    });
    this.requireFolded(chosen);
    await this.turns.run(() => this.rebuildNow(chosen));
  }

  /** @throws Error if another process folds one of them */
  private requireFolded(projections: readonly Projection<object>[]): void {
    const other = projections.find((projection) => !this.folds(projection));
    if (other)
      throw new Error(`the view ${other.name} is kept up to date by another process; try again later`);
  }

  /**
   * Removes erased personal data from every document: builds every view again from the log, and removes all other
   * generations. Call it after the keys are destroyed, so that nothing brings the data back. Waits for running builds,
   * which may still use the keys.
   * @throws Error when a build failed or the projector was stopped; then call it again
   */
  async scrub(): Promise<void> {
    // None of them may delay the erasure. One that begins after this is thrown away below.
    await this.trials.discardAll();
    await this.past.discardAll();
    await this.turns.run(async () => {
      this.requireFolded(this.projections);
      await this.requireOneVersion();
      await this.rebuildNow(this.projections);
      if (this.stopping.signal.aborted) throw new Error('stopped before the views were scrubbed');
      // A process of another program may have started while they were built.
      await this.requireOneVersion();
      await this.storage.store.keepOnly(this.projections.map(({ name }) => name));
    });
  }

  /** What other programs read can't be built here. @throws Error */
  private async requireOneVersion(): Promise<void> {
    for (const { name, version } of this.projections) {
      for (const generation of await this.storage.store.generations(name)) {
        const other = versionOf(generation);
        if (other === version || !(await this.shared?.isRead(name, other))) continue;
        throw new Error(`version ${other} of ${name} is still read by another program: stop its processes`);
      }
    }
  }

  /** Lets the other processes notice a change. Does nothing if there are none. */
  count(counter: Counter): void {
    this.notes?.count(counter);
  }

  /** Resolves when queries can read every view. */
  async readable(): Promise<void> {
    await Promise.all(this.views.all().map((running) => running.readable()));
  }

  /** Resolves when every view that is fed has handled all events up to `position`. */
  async caughtUp(position: number): Promise<void> {
    const fed = this.views.all().filter(({ fold }) => fold !== null);
    await Promise.all(fed.map((view) => view.seen(position)));
  }

  /** The names of the views that fold events of one of these types. */
  hearing(types: readonly string[]): string[] {
    return this.views
      .all()
      .filter((running) => running.hears(types))
      .map(({ projection }) => projection.name);
  }

  health(): ViewHealth[] {
    return this.views.all().map((running) => running.health());
  }

  /** The parked documents of the generation that queries read, by id. Empty for a view that is not fed. */
  async parked(name: string): Promise<readonly ParkedDocument[]> {
    return (await this.views.get(name)?.fold?.view.parked()) ?? [];
  }

  /** Ends what is under way before the stop: builds, and views that catch up. */
  abort(): void {
    this.stopping.abort();
  }

  /** Stops after the current batch, with every checkpoint stored. */
  async stop(): Promise<void> {
    this.abort();
    await this.trials.discardAll();
    await this.past.discardAll();
    await this.observed?.stop();
    await this.live.stop();
    await this.notes?.settled();
  }

  /** Whether missing views are filled at once. Reads the log only if a view is missing. */
  private async isShort(): Promise<boolean> {
    const missing = [...(this.opened ?? [])].flatMap(([name, found]) => (found ? [] : [name]));
    if (missing.length === 0) return false;
    const { length } = await this.storage.log.readAll(0, SHORT_LOG + 1);
    // A new log has one event: its id.
    if (length > 1) this.logger.info({ views: missing }, 'views that are missing are built from the log');
    return length <= SHORT_LOG;
  }

  /** The projections of those views that have no present generation, so that only a build helps. */
  private unfed(views: readonly string[]): Projection<object>[] {
    return this.projections.filter(({ name }) => views.includes(name) && !this.views.get(name)?.fold);
  }

  private rebuildSoon(projections: readonly Projection<object>[]): void {
    this.turns
      .run(() => this.rebuildNow(projections))
      .catch((error: unknown) => {
        this.logger.error(error, 'views could not be built; retrying');
      });
  }

  private async rebuildNow(projections: readonly Projection<object>[]): Promise<void> {
    const chosen = projections.flatMap(({ name }) => this.views.get(name) ?? []);
    for (const running of chosen) running.build = 'building';
    try {
      await this.trials.discardAll(projections.map(({ name }) => name));
      const builds = await Promise.all(
        projections.map(async (projection) => ({
          projection,
          generation: await this.generations.fresh(projection),
        })),
      );
      const head = await this.storage.log.head();
      let told = -1;
      const onProgress = (progress: BuildProgress) => {
        for (const running of chosen) running.progress = progress;
        const percent = Math.min(100, Math.floor((progress.position / head) * 10) * 10);
        if (chosen.every(({ generation }) => generation !== null) || percent <= told) return;
        told = percent;
        this.logger.info(
          { views: chosen.length, ...progress, head },
          `views are built from the log: ${percent} %`,
        );
      };
      if (builds.length > 0) await this.build(builds, { onProgress });
      for (const build of builds) if (!this.stopping.signal.aborted) await this.join(build);
      this.turns.succeeded();
    } catch (error) {
      for (const running of chosen) if (running.build === 'building') running.fail(error);
      // The others are live, or their generation before goes on.
      this.turns.retryLater(this.unfed(projections.map(({ name }) => name)).map(({ name }) => name));
      throw error;
    } finally {
      for (const running of chosen) running.progress = null;
    }
  }

  /** Lets a built generation catch up beside the live one, and then points queries at it. */
  private async join({ projection, generation }: Build): Promise<void> {
    const { name } = projection;
    const running = this.views.get(name);
    if (!running) return;
    await this.live.show(running, await this.live.follow(running, generation));
    this.logger.info({ view: name, generation }, 'queries read a new generation');
  }
}
