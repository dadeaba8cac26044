import { type DocumentStore, isBroken } from '../document-store.js';
import { messageOf } from '../error-message.js';
import type { Position } from '../event-log.js';
import type { KernelLogger } from '../logger.js';
import { type Counter, type FoldProgress, type ProgressRow, viewKey } from '../progress-row.js';
import type { Timer } from '../timer.js';
import type { CurrentViews } from './current-views.js';
import type { RunningView } from './running-view.js';
import { followedSpec } from './view-opening.js';

/** So often the row of progress is read, and so often while a request waits for a view. */
const USUAL_MS = 50;
const AWAITED_MS = 5;
const CONFIRMED_MS = 1000;
const RETRY_MS = 500;
/** A dropped generation is replaced in the row at once, unless the process that did it has ended. */
const MOST_LOOKS = 20;

export interface ObservedViewsParts {
  readonly row: ProgressRow;
  readonly store: DocumentStore;
  readonly current: CurrentViews;
  readonly logger: KernelLogger;
  readonly timer: Pick<Timer, 'rest' | 'elapsed' | 'pause'>;
}

/** The views that another process folds and queries of this one read. The row of progress tells how far they are. */
export class ObservedViews {
  /** Called when another process has counted something, and at the first look; again if it rejects. */
  onCount: (counter: Counter) => Promise<void> = async () => undefined;
  private readonly views = new Map<RunningView, FoldProgress | null>();
  private readonly counters: Partial<Record<Counter, number>> = {};
  /** Those that this process is following. */
  private readonly counting = new Set<Counter>();
  /** Since when, by the timer, this process has not been able to follow an erasure; null if it has. */
  private behindSince: number | null = null;
  /** The generations that could not be opened, which is logged once. */
  private readonly unopened = new WeakMap<RunningView, string>();
  /** When the row was asked for last, by the timer, and the highest position in it. */
  private lookedAt = Number.NEGATIVE_INFINITY;
  private highest = 0;
  /** Aborted when a request begins to wait, and at the end. */
  private wake = new AbortController();
  private readonly ending = new AbortController();
  private looking: Promise<void> | null = null;
  private following: Promise<void> | null = null;
  private error: string | null = null;

  constructor(private readonly parts: ObservedViewsParts) {}

  /** Lets queries read what another process folds, from the next look on. */
  add(running: RunningView): void {
    this.views.set(running, null);
    running.onAwaited = () => {
      if (!this.wake.signal.aborted) this.wake.abort();
    };
  }

  /** This process folds the view from now on. */
  remove(running: RunningView): void {
    this.views.delete(running);
    running.onAwaited = () => undefined;
  }

  has(running: RunningView): boolean {
    return this.views.has(running);
  }

  /** Whether a reader of the log at this position is as far as the views were at most one second ago. */
  confirms(position: Position): boolean {
    return this.parts.timer.elapsed() - this.lookedAt < CONFIRMED_MS && position >= this.highest;
  }

  /** Whether somebody may be erased whom this process does not know, for more than a second. */
  get isBehindErasures(): boolean {
    return this.behindSince !== null && this.parts.timer.elapsed() - this.behindSince >= CONFIRMED_MS;
  }

  /** Resolves when queries read another generation than one that has just been dropped, or after a while. */
  async replaced(running: RunningView): Promise<void> {
    const { generation } = running;
    for (let looks = 0; looks < MOST_LOOKS && running.generation === generation; looks += 1) {
      if (looks > 0) await this.parts.timer.rest(USUAL_MS);
      await this.look();
    }
  }

  /** Looks at the row until the process stops. */
  start(): void {
    this.following ??= this.follow();
  }

  async stop(): Promise<void> {
    this.ending.abort();
    this.wake.abort();
    await this.following;
  }

  /** Brings the views to what the row says now. @throws DocumentStoreUnavailableError */
  look(): Promise<void> {
    this.looking ??= this.lookNow().finally(() => {
      this.looking = null;
    });
    return this.looking;
  }

  private async follow(): Promise<void> {
    const { timer, logger } = this.parts;
    while (!this.ending.signal.aborted) {
      try {
        await this.look();
        this.error = null;
      } catch (error) {
        if (this.error === null) logger.error(error, 'the progress of the views could not be read; retrying');
        this.error = messageOf(error);
      }
      if (this.ending.signal.aborted) return;
      if (this.wake.signal.aborted) this.wake = new AbortController();
      const isAwaited = [...this.views.keys()].some((running) => running.isAwaited);
      await timer.rest(isAwaited ? AWAITED_MS : USUAL_MS, this.wake.signal);
    }
  }

  private async lookNow(): Promise<void> {
    const asked = this.parts.timer.elapsed();
    const { folds, counters } = await this.parts.row.read();
    this.lookedAt = asked;
    const positions = [...this.views.keys()].map(
      ({ projection }) => folds[viewKey(projection)]?.position ?? 0,
    );
    this.highest = Math.max(0, ...positions);
    for (const counter of ['erasures', 'quarantine'] as const) this.takeCount(counter, counters[counter]);
    for (const [running, before] of this.views) {
      const now = folds[viewKey(running.projection)];
      if (now && !isSame(before, now)) await this.bring(running, before, now);
    }
  }

  /** Follows a change beside the looks, so that it holds up no view. */
  private takeCount(counter: Counter, count: number): void {
    if (this.counters[counter] === count || this.counting.has(counter)) return;
    if (counter === 'erasures') this.behindSince = this.parts.timer.elapsed();
    this.counting.add(counter);
    void this.followCount(counter).then(() => {
      this.counting.delete(counter);
      this.counters[counter] = count;
      if (counter === 'erasures') this.behindSince = null;
    });
  }

  private async followCount(counter: Counter): Promise<void> {
    const { timer, logger } = this.parts;
    for (let tries = 0; !this.ending.signal.aborted; tries += 1) {
      try {
        await this.onCount(counter);
        return;
      } catch (error) {
        if (tries === 0)
          logger.error(error, `this process could not follow a change of ${counter}; retrying`);
        await timer.pause(RETRY_MS, this.ending.signal);
      }
    }
  }

  private async bring(running: RunningView, before: FoldProgress | null, now: FoldProgress): Promise<void> {
    const { store, current, logger } = this.parts;
    const { projection } = running;
    const { name } = projection;
    if (running.generation !== now.generation) {
      try {
        const view = await store.open({ ...followedSpec(projection, now.generation), isRead: true });
        if (this.views.has(running)) await current.show(name, view)?.close();
      } catch (error) {
        // The process that folds it has just replaced it: the row tells soon.
        if (!isBroken(error)) throw error;
        if (this.unopened.get(running) !== now.generation)
          logger.error(error, `the view ${name} could not be opened; retrying`);
        this.unopened.set(running, now.generation);
        return;
      }
    } else if (before?.changed !== now.changed) current.records.of(name).clear();
    // This process may have begun to fold it meanwhile.
    if (!this.views.has(running)) return;
    this.views.set(running, now);
    // Last: who waits for a position finds nothing in memory that is older.
    running.observe(now.generation, now.position);
  }
}

function isSame(before: FoldProgress | null, now: FoldProgress): boolean {
  return (
    before !== null &&
    before.position === now.position &&
    before.fence === now.fence &&
    before.generation === now.generation
  );
}
