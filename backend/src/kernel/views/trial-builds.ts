import { messageOf } from '../error-message.js';
import type { DocumentStore } from '../document-store.js';
import type { EventLog } from '../event-log.js';
import type { KernelLogger } from '../logger.js';
import type { Timer } from '../timer.js';
import type { Projection } from '../projection.js';
import type { BuildQueue } from './build-queue.js';
import type { Build, BuildProgress, BuildWatch } from './build-views.js';
import type { CurrentViews } from './current-views.js';
import { type Comparison, compareViews } from './compare-views.js';
import { type Generations, versionOf } from './generations.js';
import type { Following, RunningView, RunningViews } from './running-view.js';

/** A build beside the live generation that queries do not read before it is accepted. */
export interface Trial {
  readonly state: 'waiting' | 'building' | 'comparing' | 'ready' | 'failed';
  /** Its generation; null while it waits for other builds. */
  readonly generation: string | null;
  readonly progress: BuildProgress;
  /** For how long it has been building, in milliseconds, or how long that took. */
  readonly milliseconds: number;
  /** How many documents are compared so far. */
  readonly compared: number;
  /** Null before it is compared, and if there is no live generation that this program feeds. */
  readonly comparison: Comparison | null;
  /** Why it failed; null otherwise. */
  readonly error: string | null;
}

/** It cannot be done as things are. The message is for the operator. */
export class TrialRefusedError extends Error {
  override readonly name = 'TrialRefusedError';
}

/** What trial builds need of the projector. */
export interface TrialHost {
  readonly log: Pick<EventLog, 'head'>;
  readonly store: DocumentStore;
  readonly generations: Generations;
  readonly views: RunningViews;
  readonly current: Pick<CurrentViews, 'of' | 'withoutErased'>;
  readonly turns: Pick<BuildQueue, 'run'>;
  readonly build: (builds: readonly Build[], watch: BuildWatch) => Promise<void>;
  readonly logger: KernelLogger;
  readonly timer: Timer;
  /** Whether this process folds a view. */
  readonly folds: (projection: Projection<object>) => boolean;
  /** Opens a generation, and lets it follow the log beside the live one. Resolves when it has caught up. */
  follow(running: RunningView, generation: string, signal: AbortSignal): Promise<Following>;
  /** Points queries at a generation. The one before follows on. */
  switchTo(running: RunningView, following: Following): Promise<void>;
  /** The generation before, if it still follows the log. The caller then owns it. */
  takePrevious(name: string, generation: string): Following | null;
}

/** Between two looks whether a generation has caught up, in milliseconds. */
const STEP_MS = 20;

interface RunningTrial {
  state: Trial['state'];
  generation: string | null;
  progress: BuildProgress;
  startedAt: number;
  milliseconds: number | null;
  compared: number;
  comparison: Comparison | null;
  error: string | null;
  following: Following | null;
  readonly stopping: AbortController;
  done: Promise<void>;
}

/**
 * Builds views on trial, one per view: beside the live generation, compared with it, and then accepted or thrown away.
 * Trials live in this process only: after a restart the next one starts clean.
 */
export class TrialBuilds {
  private readonly trials = new Map<string, RunningTrial>();
  private readonly switching = new Set<string>();

  constructor(private readonly host: TrialHost) {}

  of(name: string): Trial | null {
    const trial = this.trials.get(name);
    if (!trial) return null;
    const { state, generation, progress, startedAt, compared, comparison, error } = trial;
    const milliseconds =
      trial.milliseconds ?? (state === 'waiting' ? 0 : this.host.timer.elapsed() - startedAt);
    return { state, generation, progress, milliseconds, compared, comparison, error };
  }

  /** Starts to build a view, after the builds that run. @throws TrialRefusedError, Error for an unknown view */
  begin(name: string): void {
    const running = this.running(name);
    if (!this.host.folds(running.projection)) {
      throw new TrialRefusedError(`The view ${name} is kept up to date by another process. Try again later.`);
    }
    const known = this.trials.get(name);
    if (known && known.state !== 'failed')
      throw new TrialRefusedError(`The view ${name} is being built already.`);
    const trial: RunningTrial = {
      state: 'waiting',
      generation: null,
      progress: { position: 0, events: 0 },
      startedAt: 0,
      milliseconds: null,
      compared: 0,
      comparison: null,
      error: null,
      following: null,
      stopping: new AbortController(),
      done: Promise.resolve(),
    };
    this.trials.set(name, trial);
    trial.done = this.host.turns
      .run(() => this.make(running, trial))
      .catch(async (error: unknown) => {
        trial.state = 'failed';
        trial.error = messageOf(error);
        if (!trial.stopping.signal.aborted) this.host.logger.error(error, `the view ${name} was not built`);
        await this.throwAway(name, trial);
      });
  }

  /** Resolves when the trial of a view is ready or has failed. */
  async settled(name: string): Promise<void> {
    await this.trials.get(name)?.done;
  }

  /** Stops the trial of a view, or throws it away. Returns whether there was one. */
  async discard(name: string): Promise<boolean> {
    const trial = this.trials.get(name);
    if (!trial) return false;
    this.trials.delete(name);
    trial.stopping.abort(new Error('the build was stopped'));
    // One that waits ends when its turn comes, which may be after the caller's.
    if (trial.state !== 'waiting') await trial.done;
    await this.throwAway(name, trial);
    return true;
  }

  async discardAll(names: readonly string[] = [...this.trials.keys()]): Promise<void> {
    for (const name of names) await this.discard(name);
  }

  /** Lets queries read the trial of a view. The generation before is kept. @throws TrialRefusedError */
  async accept(name: string): Promise<void> {
    const running = this.running(name);
    await this.alone(name, async () => {
      const trial = this.trials.get(name);
      const following = trial?.following;
      if (trial?.state !== 'ready' || !following) {
        throw new TrialRefusedError(`There is no complete build of ${name} to switch to.`);
      }
      this.trials.delete(name);
      await this.host.switchTo(running, following);
    });
  }

  /**
   * Lets queries read the generation before again: at once if it still follows the log, as it does until this process
   * ends, otherwise when it has caught up. Throws the trial of the view away.
   * @throws TrialRefusedError if no earlier generation exists, or if another version of the program has built it
   */
  async rollBack(name: string): Promise<void> {
    const running = this.running(name);
    await this.alone(name, async () => {
      const previous = await this.previous(running.projection);
      if (previous === null)
        throw new TrialRefusedError(`There is no generation of ${name} to roll back to.`);
      await this.discard(name);
      const following =
        this.host.takePrevious(name, previous) ??
        (await this.host.follow(running, previous, new AbortController().signal));
      await this.host.switchTo(running, following);
    });
  }

  /** The generation before, if this program can feed it; null otherwise. */
  async previous({ name, version }: Projection<object>): Promise<string | null> {
    const previous = await this.host.store.previous(name);
    if (previous === null || versionOf(previous) !== version) return null;
    return (await this.host.store.generations(name)).includes(previous) ? previous : null;
  }

  private running(name: string): RunningView {
    const running = this.host.views.get(name);
    if (!running) throw new Error(`there is no view named ${name}`);
    return running;
  }

  private async alone(name: string, work: () => Promise<void>): Promise<void> {
    if (this.switching.has(name)) throw new TrialRefusedError(`The view ${name} is being switched already.`);
    this.switching.add(name);
    try {
      await work();
    } finally {
      this.switching.delete(name);
    }
  }

  private async make(running: RunningView, trial: RunningTrial): Promise<void> {
    const { generations, store, build } = this.host;
    const { projection } = running;
    const { name } = projection;
    const { signal } = trial.stopping;
    signal.throwIfAborted();
    trial.startedAt = this.host.timer.elapsed();
    trial.state = 'building';
    const generation = await generations.fresh(projection);
    // A build that was killed has left its documents behind.
    const kept = [await store.current(name), await store.previous(name), running.generation];
    await generations.keepOnly(projection, kept);
    trial.generation = generation;
    const onProgress = (progress: BuildProgress) => {
      trial.progress = progress;
    };
    await build([{ projection, generation }], { onProgress, signal });
    signal.throwIfAborted();
    trial.following = await this.host.follow(running, generation, signal);
    trial.milliseconds = this.host.timer.elapsed() - trial.startedAt;
    if (running.fold) {
      trial.state = 'comparing';
      trial.comparison = await this.compare(running, trial, trial.following);
    }
    trial.state = 'ready';
  }

  private compare(running: RunningView, trial: RunningTrial, { fold }: Following): Promise<Comparison> {
    const { signal } = trial.stopping;
    const { current, timer } = this.host;
    return compareViews({
      live: current.of(running.projection),
      built: current.withoutErased(running.projection, fold.view),
      settle: async () => {
        const head = await this.host.log.head();
        await running.seen(head, 'compared views');
        const late = new AbortController();
        const over = AbortSignal.any([signal, late.signal]);
        const deadline = timer.deadline('compared views', () => late.abort());
        while (fold.position < head && !over.aborted) await timer.rest(STEP_MS, over);
        deadline.end();
        signal.throwIfAborted();
      },
      signal,
      onCompared: (documents) => {
        trial.compared = documents;
      },
    });
  }

  private async throwAway(name: string, trial: RunningTrial): Promise<void> {
    const { generation, following } = trial;
    trial.following = null;
    trial.generation = null;
    trial.comparison = null;
    await following?.subscription.close();
    await following?.fold.view.close();
    if (generation !== null) await this.host.generations.retire(name, generation);
  }
}
