import { DamagedGenerationError, type DocumentStore, isBroken } from '../document-store.js';
import type { LogReader } from '../log/log-reader.js';
import type { KernelLogger } from '../logger.js';
import type { Projection } from '../projection.js';
import type { CurrentViews } from './current-views.js';
import type { Generations } from './generations.js';
import type { Following, RunningView, RunningViews } from './running-view.js';
import { PreviousGenerations } from './previous-generations.js';
import { ViewFold } from './view-fold.js';
import { type Readable, type ViewOpening, followedSpec } from './view-opening.js';

export interface LiveViewsParts {
  readonly store: DocumentStore;
  readonly generations: Generations;
  readonly opening: ViewOpening;
  readonly views: RunningViews;
  readonly current: CurrentViews;
  readonly reader: LogReader;
  readonly logger: KernelLogger;
  readonly stopping: AbortSignal;
  /** Builds a view that could not be replaced. */
  readonly buildSoon: (projection: Projection<object>) => void;
}

/** The generation of each view that queries read: what feeds it, what replaces it, and what stands by for a rollback. */
export class LiveViews {
  /** What still follows the log for a rollback. */
  readonly previous = new PreviousGenerations();

  constructor(private readonly parts: LiveViewsParts) {
    const { current, views, reader } = parts;
    current.onRead = async (name) => {
      // What was written here may not be read yet.
      await views.get(name)?.reached(Math.max(reader.position, views.written), 'gathered view');
    };
    current.onBroken = async (name, error) => {
      const running = views.get(name);
      if (running) await this.mend(running, running.generation, error);
    };
  }

  /** Lets queries read what was found. Returns false for a view that must be built. */
  async begin(running: RunningView, found: Readable | null): Promise<boolean> {
    if (!found) return false;
    const { generation, view, isPresent } = found;
    if (isPresent) {
      const fold = await ViewFold.of(running.projection, generation, view);
      await this.use(running, running.follow(this.parts.reader, fold, this.tell(running, generation)));
    } else {
      // It is not fed: the folds of this program do not fit its documents.
      running.replace(null, generation);
      await this.parts.current.show(running.projection.name, view)?.close();
    }
    return isPresent;
  }

  /** Builds a view in this process. Queries read it when it has caught up. */
  async fill(running: RunningView): Promise<void> {
    const { projection } = running;
    const generation = await this.parts.generations.fresh(projection);
    const view = await this.parts.store.open({ ...followedSpec(projection, generation), create: true });
    const fold = await ViewFold.of(projection, generation, view);
    await this.show(running, await this.caughtUp(running, fold));
  }

  private caughtUp(running: RunningView, fold: ViewFold, stopping = this.parts.stopping): Promise<Following> {
    return running.catchUp(this.parts.reader, fold, this.tell(running, fold.generation), stopping);
  }

  /** Opens a generation, and lets it follow the log beside the live one. Resolves when it has caught up. */
  async follow(running: RunningView, generation: string, stopping?: AbortSignal): Promise<Following> {
    const { projection } = running;
    const view = await this.parts.store.open(followedSpec(projection, generation));
    return this.caughtUp(running, await ViewFold.of(projection, generation, view), stopping);
  }

  /**
   * Points queries at a new generation. Keeps one generation before it, for a rollback.
   * @param followsOn whether that one follows the log on
   */
  async show(running: RunningView, following: Following, followsOn = false): Promise<void> {
    const { name } = running.projection;
    const { generation } = following.fold;
    // The one that the pointer names may be of another program.
    const read = running.generation;
    const before = await this.switchTo(name, generation, following);
    running.build = null;
    running.buildError = null;
    await this.previous.close(name);
    await this.use(running, following, followsOn);
    await this.parts.generations.keepOnly(running.projection, [before, read, generation]);
  }

  private async use(running: RunningView, following: Following, followsOn = false): Promise<void> {
    const { fold } = following;
    const { name } = running.projection;
    const before = running.replace(following, fold.generation);
    const read = this.parts.current.show(name, fold.view);
    if (followsOn && before) {
      this.previous.keep(name, before);
      return;
    }
    await before?.subscription.close();
    await read?.close();
  }

  private tell(running: RunningView, generation: string): (error: unknown) => void {
    return (error) => {
      this.parts.logger.error(
        error,
        `the view ${running.projection.name} could not take a batch and tries again`,
      );
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
    this.parts.logger.error(error, `the view ${projection.name} can't go on with ${generation}`);
    let isReplaced = false;
    try {
      const before = running.replace(null, null);
      const view = this.parts.current.hide(projection.name);
      await before?.subscription.close();
      if (error instanceof DamagedGenerationError) {
        await this.parts.store.setAside(projection.name, generation);
      } else await view?.close();
      isReplaced = await this.begin(running, await this.parts.opening.open(projection));
    } catch (failure) {
      this.parts.logger.error(failure, `the view ${projection.name} could not be replaced`);
    }
    if (!isReplaced && running.build !== 'building') this.parts.buildSoon(projection);
  }

  private async switchTo(name: string, generation: string, { fold, subscription }: Following) {
    try {
      return await this.parts.generations.switch(name, generation);
    } catch (error) {
      await subscription.close();
      await fold.view.close();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.previous.closeAll();
    await Promise.all(this.parts.views.all().map((running) => running.stop()));
    await this.parts.current.close();
  }
}
