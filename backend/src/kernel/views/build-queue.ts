import type { Timer } from '../timer.js';

const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 600_000;

/** Runs builds one after another, and repeats failed ones after growing pauses: 30 s to 10 min. */
export class BuildQueue {
  private last: Promise<void> = Promise.resolve();
  private readonly waiting = new Set<string>();
  private isPausing = false;
  private failures = 0;

  /** @param retry builds these views again; a failure of it must call {@link retryLater} again */
  constructor(
    private readonly retry: (views: readonly string[]) => void,
    private readonly timer: Pick<Timer, 'pause'>,
    private readonly stopping: AbortSignal,
  ) {}

  /** Runs `work` after the builds before it. Rejects when it fails; the next build runs all the same. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const run = this.last.then(work);
    this.last = run.then(
      () => undefined,
      () => undefined,
    );
    return run;
  }

  /** Builds these views again after a pause. Views that are added meanwhile share it. Does nothing once stopped. */
  retryLater(views: readonly string[]): void {
    for (const view of views) this.waiting.add(view);
    if (this.waiting.size === 0 || this.isPausing || this.stopping.aborted) return;
    this.isPausing = true;
    void this.retryAfterPause();
  }

  /** Starts again with the shortest pause. */
  succeeded(): void {
    this.failures = 0;
  }

  private async retryAfterPause(): Promise<void> {
    const milliseconds = Math.min(FIRST_PAUSE_MS * 2 ** this.failures, LONGEST_PAUSE_MS);
    this.failures += 1;
    await this.timer.pause(milliseconds, this.stopping);
    this.isPausing = false;
    const views = [...this.waiting];
    this.waiting.clear();
    if (!this.stopping.aborted) this.retry(views);
  }
}
