import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { EventLog, SubscriptionOptions } from '../../kernel/event-log.js';

/** Another process that writes the same file is noticed this often; writes of our own ring at once. */
export const POLL_MS = 250;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5000;

/** Rings at every write, for those who wait for something new. */
export class WriteBell {
  private rings = 0;
  private readonly wakers = new Set<() => void>();

  /** How often it has rung: to be noted before looking, so that no ring falls between looking and waiting. */
  get count(): number {
    return this.rings;
  }

  /** How many wait at this moment. */
  get waiting(): number {
    return this.wakers.size;
  }

  ring(): void {
    this.rings += 1;
    for (const wake of this.wakers) wake();
  }

  /** Resolves at the next ring after the one that was `seen`, at the next poll, or at once when `closing` has begun. */
  async next(seen: number, closing: AbortSignal): Promise<void> {
    if (closing.aborted || this.rings !== seen) return;
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.wakers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, POLL_MS);
      this.wakers.add(wake);
    });
  }
}

/**
 * Catches up page by page and then waits for writes; what is read is decided by position alone, so nothing falls
 * between the two. Ends with the batch under way once `closing` is aborted (and the bell is rung).
 */
export async function follow(
  log: Pick<EventLog, 'readAll'>,
  bell: WriteBell,
  options: SubscriptionOptions,
  closing: AbortSignal,
): Promise<void> {
  let position = options.after;
  let pause = FIRST_PAUSE_MS;
  let isFailing = false;
  const recovered = () => {
    if (isFailing) options.onRecovered?.();
    isFailing = false;
  };
  while (!closing.aborted) {
    try {
      const seen = bell.count;
      const events = await log.readAll(position, options.batchSize);
      const last = events.at(-1);
      if (!last) {
        recovered();
        await bell.next(seen, closing);
        continue;
      }
      await options.onBatch(events);
      position = last.position;
      pause = FIRST_PAUSE_MS;
      recovered();
      // Reading is synchronous: requests get their turn between two pages of a long catch-up.
      if (events.length === options.batchSize) await nextTurn();
    } catch (error) {
      isFailing = true;
      options.onError(error);
      await sleep(pause, undefined, { signal: closing }).catch(() => undefined);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }
}
