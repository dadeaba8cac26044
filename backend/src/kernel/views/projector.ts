import type { Projection } from '../projection.js';
import type { Position } from '../event-log.js';
import { DamagedGenerationError, type ParkedDocument, isBroken } from '../document-store.js';
import type { ViewStanding } from '../log/log-identity.js';
import type { LogReader } from '../log/log-reader.js';
import type { KernelLogger } from '../logger.js';
import { type Pause, pause as realPause } from '../pause.js';
import { BuildTurns } from './build-turns.js';
import type { Build, BuildProgress, BuildWatch, ViewStorage } from './build-views.js';
import { Generations } from './generations.js';
import type { CurrentViews } from './current-views.js';
import { PastBuilds } from './past-builds.js';
import { Standbys } from './standbys.js';
import { TrialBuilds } from './trial-builds.js';
import { ViewFold } from './view-fold.js';
import { type Readable, ViewOpening, standingOf } from './view-opening.js';
import { type Following, type RunningView, RunningViews, type ViewHealth } from './running-view.js';

/**
 * Builds generations outside the main thread, from the events before a position (null: from all). Rejects when the build
 * failed or was stopped.
 */
export type Builder = (
  builds: readonly Build[],
  watch?: BuildWatch,
  before?: Position | null,
) => Promise<void>;

/** How long a read of a gathered view waits for its fold. */
const READ_MS = 2000;

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
  readonly past: PastBuilds;
  private readonly standbys = new Standbys();
  private readonly generations: Generations;
  private readonly opening: ViewOpening;
  /** What {@link open} found of each view. */
  private readable: ReadonlyMap<string, Readable | null> | null = null;
  /** The views that {@link start} has begun; false for those that must be built. */
  private readonly begun = new Map<string, boolean>();
  private readonly stopping = new AbortController();
  private readonly turns: BuildTurns;

  constructor(
    private readonly storage: ViewStorage,
    private readonly reader: LogReader,
    private readonly projections: readonly Projection<object>[],
    private readonly current: CurrentViews,
    private readonly build: Builder,
    private readonly logger: KernelLogger,
    pause: Pause = realPause,
  ) {
    const { signal } = this.stopping;
    this.turns = new BuildTurns((views) => this.rebuildSoon(this.unfed(views)), pause, signal);
    this.views = new RunningViews(projections, current.records, pause);
    this.generations = new Generations(storage.store, logger);
    this.opening = new ViewOpening(storage.store, this.generations, logger);
    const { generations, turns, views } = this;
    this.past = new PastBuilds({ store: storage.store, generations, turns, build, stopping: signal });
    this.trials = new TrialBuilds({
      log: storage.log,
      store: storage.store,
      generations,
      views,
      current,
      turns,
      build,
      logger,
      pause,
      follow: (running, generation, stop) =>
        this.follow(running, generation, AbortSignal.any([signal, stop])),
      switchTo: (running, following) => this.show(running, following, true),
      takeStandby: (name, generation) => this.standbys.take(name, generation),
    });
    current.onRead = async (name) => {
      await this.views.get(name)?.reached(this.reader.position, READ_MS);
    };
    current.onBroken = async (name, error) => {
      const running = this.views.get(name);
      if (running) await this.mend(running, running.generation, error);
    };
  }

  /**
   * Opens every view. Feeds and builds nothing yet. Returns checkpoint and origin of each opened generation.
   * @throws DocumentStoreUnavailableError
   */
  async open(): Promise<readonly ViewStanding[]> {
    const standings: ViewStanding[] = [];
    const readable = new Map<string, Readable | null>();
    for (const { projection } of this.views.all()) {
      const found = await this.opening.open(projection);
      readable.set(projection.name, found);
      if (found) standings.push(await standingOf(projection, found));
    }
    this.readable = readable;
    return standings;
  }

  /**
   * Feeds every view, and lets queries read it. Missing views and those of another version are built in the background; a
   * failed build is retried until the projector stops. After a failure it can be called again, and goes on.
   */
  async start(): Promise<void> {
    if (!this.readable) await this.open();
    await this.reader.start();
    const isShort = await this.isShort();
    for (const running of this.views.all()) {
      const { name } = running.projection;
      if (this.begun.has(name)) continue;
      await this.generations.sweep(name);
      const found = this.readable?.get(name) ?? null;
      const isFilled = !found && isShort;
      if (isFilled) await this.fill(running);
      this.begun.set(name, isFilled || (await this.begin(running, found)));
    }
    const toBuild = this.projections.filter(({ name }) => this.begun.get(name) === false);
    if (toBuild.length > 0) this.rebuildSoon(toBuild);
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
    await this.turns.run(() => this.rebuildNow(chosen));
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
      await this.rebuildNow(this.projections);
      if (this.stopping.signal.aborted) throw new Error('stopped before the views were scrubbed');
      await this.storage.store.keepOnly(this.projections.map(({ name }) => name));
    });
  }

  /** The position that every fed view has handled. */
  get position(): number {
    const positions = this.views.all().flatMap(({ fold }) => fold?.position ?? []);
    return positions.length > 0 ? Math.min(...positions) : 0;
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

  /** Stops after the current batch, with every checkpoint stored. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.trials.discardAll();
    await this.past.discardAll();
    await this.standbys.closeAll();
    await Promise.all(this.views.all().map((running) => running.stop()));
    await this.current.close();
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
  private async begin(running: RunningView, found: Readable | null): Promise<boolean> {
    if (!found) return false;
    const { generation, view, isPresent } = found;
    if (isPresent) {
      const fold = await ViewFold.of(running.projection, generation, view);
      await this.use(running, running.follow(this.reader, fold, this.tell(running, generation)));
    } else {
      // It is not fed: the folds of this program do not fit its documents.
      running.replace(null, generation);
      await this.current.show(running.projection.name, view)?.close();
    }
    return isPresent;
  }

  /** Builds a view in this process. Queries read it when it has caught up. */
  private async fill(running: RunningView): Promise<void> {
    const { projection } = running;
    const { name, indexes } = projection;
    const generation = await this.generations.fresh(projection);
    const view = await this.storage.store.open({ name, generation, indexes, create: true });
    const fold = await ViewFold.of(projection, generation, view);
    await this.show(running, await this.caughtUp(running, fold));
  }

  private caughtUp(
    running: RunningView,
    fold: ViewFold,
    stopping = this.stopping.signal,
  ): Promise<Following> {
    return running.catchUp(this.reader, fold, this.tell(running, fold.generation), stopping);
  }

  /** Opens a generation, and lets it follow the log beside the live one. Resolves when it has caught up. */
  private async follow(running: RunningView, generation: string, stopping?: AbortSignal): Promise<Following> {
    const { projection } = running;
    const { name, indexes } = projection;
    const view = await this.storage.store.open({ name, generation, indexes });
    return this.caughtUp(running, await ViewFold.of(projection, generation, view), stopping);
  }

  /**
   * Points queries at a new generation. Keeps one generation before it, for a rollback.
   * @param followsOn whether that one follows the log on
   */
  private async show(running: RunningView, following: Following, followsOn = false): Promise<void> {
    const { name } = running.projection;
    const { generation } = following.fold;
    const before = await this.switchTo(name, generation, following);
    running.build = null;
    running.buildError = null;
    await this.standbys.close(name);
    await this.use(running, following, followsOn);
    await this.generations.keepOnly(name, [before, generation]);
  }

  private async use(running: RunningView, following: Following, followsOn = false): Promise<void> {
    const { fold } = following;
    const { name } = running.projection;
    const before = running.replace(following, fold.generation);
    const read = this.current.show(name, fold.view);
    if (followsOn && before) {
      this.standbys.keep(name, before);
      return;
    }
    await before?.subscription.close();
    await read?.close();
  }

  private tell(running: RunningView, generation: string): (error: unknown) => void {
    return (error) => {
      this.logger.error(error, `the view ${running.projection.name} could not take a batch and tries again`);
      if (isBroken(error)) void this.mend(running, generation, error);
    };
  }

  /** Stops using a missing or damaged generation. Resolves when queries read another one, or none. */
  private mend(running: RunningView, generation: string | null, error: unknown): Promise<void> {
    if (generation === null || running.generation !== generation) return running.mending;
    running.mending = this.replace(running, generation, error);
    return running.mending;
  }

  private async replace(running: RunningView, generation: string, error: unknown): Promise<void> {
    const { projection } = running;
    this.logger.error(error, `the view ${projection.name} can't go on with ${generation}`);
    let isReplaced = false;
    try {
      const before = running.replace(null, null);
      const view = this.current.hide(projection.name);
      await before?.subscription.close();
      if (error instanceof DamagedGenerationError) {
        await this.storage.store.setAside(projection.name, generation);
      } else await view?.close();
      isReplaced = await this.begin(running, await this.opening.open(projection));
    } catch (failure) {
      this.logger.error(failure, `the view ${projection.name} could not be replaced`);
    }
    if (!isReplaced && running.build !== 'building') this.rebuildSoon([projection]);
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
    await this.show(running, await this.follow(running, generation));
    this.logger.info({ view: name, generation }, 'queries read a new generation');
  }

  private async switchTo(name: string, generation: string, { fold, subscription }: Following) {
    try {
      return await this.generations.switch(name, generation);
    } catch (error) {
      await subscription.close();
      await fold.view.close();
      throw error;
    }
  }
}
