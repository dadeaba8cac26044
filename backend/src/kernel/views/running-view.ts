import { messageOf } from '../error-message.js';
import type { Subscription } from '../event-log.js';
import type { LogReader } from '../log/log-reader.js';
import type { DeadlineName } from '../deadlines.js';
import type { Timer } from '../timer.js';
import type { Projection } from '../projection.js';
import { Steps } from '../steps.js';
import type { ViewProgress } from '../view-progress.js';
import type { BuildProgress } from './build-views.js';
import { EventRate } from './event-rate.js';
import type { ReadRecords } from './read-records.js';
import type { ChangeWatch, ViewFold } from './view-fold.js';

/** The state of a view, for /health and the back office. */
export interface ViewHealth {
  readonly name: string;
  /** Of the projection of this program. */
  readonly version: number;
  /** The generation that queries read; null if there is none. */
  readonly generation: string | null;
  readonly position: number;
  readonly parked: number;
  readonly state: 'live' | 'building' | 'failed';
  /** Why it cannot take the events of the log, or why its last build failed; null if neither. */
  readonly error: string | null;
  /** Whether it cannot take the events of the log at the moment. */
  readonly isStuck: boolean;
  /** How many events of the log it takes per second, folded or not, on average over 10 seconds. */
  readonly eventsPerSecond: number;
  /** Null while no build runs. */
  readonly progress: BuildProgress | null;
}

/** How long the events of a gathered view wait for each other, unless a reader waits for them. */
const GATHER_MS = 250;

/** A fold, and its subscription to the log. */
export interface Following {
  readonly fold: ViewFold;
  readonly subscription: Subscription;
}

/** One view of this process: the generation that queries read, the fold that keeps it up to date, and the calls that wait for it. */
export class RunningView {
  /** The generation that queries read; null if there is none. */
  generation: string | null = null;
  /** Set while a new generation is built, and after that build failed. */
  build: 'building' | 'failed' | null = null;
  /** Why the last build failed; null after a successful one. */
  buildError: string | null = null;
  /** How far the running build is; null while none runs. */
  progress: BuildProgress | null = null;
  /** Counts the generations that this process has folded. */
  switches = 0;
  /** Called when its fold has handled events, or was replaced. */
  onMoved: () => void = () => undefined;
  /** Called when a reader begins to wait. */
  onAwaited: () => void = () => undefined;
  /** How far another process is that folds it; null if this one does, or none. */
  private observed: number | null = null;
  /** Resolves when a generation that can't be read is no longer used. */
  mending: Promise<void> = Promise.resolve();
  private following: Following | null = null;
  private error: string | null = null;
  /** For which position a reader waited in vain. No reader waits again until the view has reached it, or has caught up. */
  private missed: number | null = null;
  /** Resolves waits for a generation. */
  private readonly opened = new Steps();
  private readonly steps = new Steps();
  /** Aborted when a reader waits. */
  private hurry = new AbortController();
  private readonly rate = new EventRate();

  constructor(
    readonly projection: Projection<object>,
    private readonly timer: Timer,
    private readonly watch: ChangeWatch,
  ) {}

  /** Its fold; null for a view that is frozen or missing. */
  get fold(): ViewFold | null {
    return this.following?.fold ?? null;
  }

  /** Whether it folds events of one of these types. */
  hears(types: readonly string[]): boolean {
    for (const type of types) if (type in this.projection.on) return true;
    return false;
  }

  /** Whether a reader waits. */
  get isAwaited(): boolean {
    return this.steps.isAwaited;
  }

  /** The position of the last event that queries see; null for a view that is frozen or missing. */
  get seenUpTo(): number | null {
    return this.fold?.position ?? this.observed;
  }

  /** Whether queries read everything up to `position`. */
  hasSeen(position: number): boolean {
    return this.seenUpTo !== null && this.seenUpTo >= position;
  }

  /** Resolves when queries can read it. */
  async readable(): Promise<void> {
    await this.opened.until(() => this.generation !== null);
  }

  /** Lets queries read a generation that another process folds, up to this position. */
  observe(generation: string, position: number): void {
    this.generation = generation;
    this.observed = position;
    if (this.missed !== null && position >= this.missed) this.missed = null;
    this.steps.step();
    this.opened.step();
  }

  /** Resolves with true when queries read everything up to `position`, with false when the deadline expires, if given. */
  seen(position: number, deadline?: DeadlineName): Promise<boolean> {
    const seen = this.steps.until(
      () => this.hasSeen(position),
      deadline && ((expire) => this.timer.deadline(deadline, expire)),
    );
    // Each call of abort makes an error, also a second one.
    if (this.steps.isAwaited && !this.hurry.signal.aborted) this.hurry.abort();
    if (this.steps.isAwaited) this.onAwaited();
    return seen;
  }

  /** The same for readers. They do not wait for a view without a fold, or for one that another reader waited for in vain. */
  async reached(position: number, deadline: DeadlineName): Promise<boolean> {
    if (this.seenUpTo === null) return true;
    if (this.missed !== null) return this.hasSeen(position);
    const isReached = await this.seen(position, deadline);
    if (!isReached) this.missed = position;
    return isReached;
  }

  /**
   * Lets a fold follow the log from its checkpoint.
   * @param onCaughtUp called each time it has handled everything that was read
   */
  follow(
    reader: LogReader,
    fold: ViewFold,
    onError: (error: unknown) => void,
    onCaughtUp: () => void = () => undefined,
  ): Following {
    const subscription = reader.follow({
      name: fold.projection.name,
      after: fold.position,
      onBatch: async ({ events, undecodable, to }) => {
        const last = [events.at(-1), undecodable.at(-1)].find((event) => event?.position === to);
        await fold.handle(events, to, last?.id);
        if (fold !== this.fold) return;
        this.rate.note(events.length + undecodable.length);
        this.steps.step();
        this.onMoved();
      },
      onError: (error) => {
        if (fold === this.fold) this.error = messageOf(error);
        onError(error);
      },
      onRecovered: () => {
        if (fold === this.fold) this.error = null;
      },
      onCaughtUp: () => {
        if (fold === this.fold) this.missed = null;
        onCaughtUp();
      },
      ...(this.projection.isGathered && { gather: (closing) => this.gather(closing) }),
    });
    return { fold, subscription };
  }

  /**
   * Lets a fold follow the log, and resolves when it has caught up. Closes its view on failure.
   * @throws Error when `stopping` is aborted before
   */
  async catchUp(
    reader: LogReader,
    fold: ViewFold,
    onError: (error: unknown) => void,
    stopping: AbortSignal,
  ): Promise<Following> {
    let following: Following | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        const stop = () => reject(new Error(`stopped before ${fold.projection.name} had caught up`));
        stopping.addEventListener('abort', stop, { once: true });
        if (stopping.aborted) stop();
        following = this.follow(reader, fold, onError, () => {
          stopping.removeEventListener('abort', stop);
          resolve();
        });
      });
      return following as unknown as Following;
    } catch (error) {
      await following?.subscription.close();
      await fold.view.close();
      throw error;
    }
  }

  private async gather(closing: AbortSignal): Promise<void> {
    if (this.steps.isAwaited) return;
    if (this.hurry.signal.aborted) this.hurry = new AbortController();
    await this.timer.rest(GATHER_MS, AbortSignal.any([closing, this.hurry.signal]));
  }

  /** Replaces the fold and its subscription. Returns the previous ones. */
  replace(following: Following | null, generation: string | null): Following | null {
    const before = this.following;
    if (before) before.fold.watch = null;
    if (following) following.fold.watch = this.watch;
    this.following = following;
    this.generation = generation;
    this.observed = null;
    this.error = null;
    this.missed = null;
    if (following) this.switches += 1;
    this.steps.step();
    this.opened.step();
    this.onMoved();
    return before;
  }

  /** Records that a build failed. */
  fail(error: unknown): void {
    this.build = 'failed';
    this.buildError = messageOf(error);
  }

  /** Stops after the current batch, with the checkpoint stored. */
  async stop(): Promise<void> {
    await this.following?.subscription.close();
    await this.fold?.flush();
  }

  health(): ViewHealth {
    return {
      name: this.projection.name,
      version: this.projection.version,
      generation: this.generation,
      position: this.seenUpTo ?? 0,
      parked: this.fold?.parked ?? 0,
      state: this.build ?? 'live',
      error: this.error ?? this.buildError,
      isStuck: this.error !== null,
      eventsPerSecond: this.rate.perSecond(),
      progress: this.progress,
    };
  }
}

export class RunningViews implements ViewProgress {
  /** The highest position that was waited for: commands of this process have written nothing above it. */
  written = 0;
  private readonly views: ReadonlyMap<string, RunningView>;

  constructor(projections: readonly Projection<object>[], records: ReadRecords, timer: Timer) {
    const running = (projection: Projection<object>) =>
      new RunningView(projection, timer, records.of(projection.name));
    this.views = new Map(projections.map((projection) => [projection.name, running(projection)]));
  }

  get(name: string): RunningView | undefined {
    return this.views.get(name);
  }

  all(): RunningView[] {
    return [...this.views.values()];
  }

  async reached(
    position: number,
    deadline: DeadlineName,
    types?: readonly string[] | 'all',
  ): Promise<boolean> {
    this.written = Math.max(this.written, position);
    const late = [];
    for (const view of this.views.values()) {
      const isMeant =
        types === undefined || (!view.projection.isGathered && (types === 'all' || view.hears(types)));
      if (isMeant && !view.hasSeen(position)) late.push(view.reached(position, deadline));
    }
    return (await Promise.all(late)).every(Boolean);
  }

  /** The position up to which queries of all views but gathered ones see every event. */
  get shownUpTo(): number {
    const shown = this.all().filter(({ projection }) => !projection.isGathered);
    return Math.min(...shown.map(({ seenUpTo }) => seenUpTo ?? 0));
  }

  async seen(names: readonly string[], position: number, deadline?: DeadlineName): Promise<boolean> {
    const seen = await Promise.all(
      names.map((name) => {
        const view = this.views.get(name);
        return deadline ? view?.seen(position, deadline) : view?.hasSeen(position);
      }),
    );
    return seen.every(Boolean);
  }
}
