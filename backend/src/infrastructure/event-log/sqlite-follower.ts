import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { EventLog, LoggedEvent, Position, SubscriptionOptions } from '../../kernel/event-log.js';

/** Another process that writes the same file is noticed this often; writes of our own ring at once. */
export const POLL_MS = 250;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5000;

/** So many events of our own writes are kept for followers, who then need not read them from the file. */
const MOST_KEPT = 1000;

/** The end of the log in memory: what this process wrote last, and what wakes those who wait for something new. */
export class LogTail {
  /** Without a gap, as positions in a file have none. */
  private kept: readonly LoggedEvent[] = [];
  private rings = 0;
  private readonly wakers = new Set<() => void>();

  /** How often it was rung: to be noted before looking, so that no ring falls between looking and waiting. */
  get count(): number {
    return this.rings;
  }

  /** How many wait at this moment. */
  get waiting(): number {
    return this.wakers.size;
  }

  /** Keeps what one transaction has written. Another process may have written before it. */
  add(written: readonly LoggedEvent[]): void {
    const last = this.kept.at(-1);
    const follows = last !== undefined && written[0]?.position === last.position + 1;
    this.kept = (follows ? [...this.kept, ...written] : written).slice(-MOST_KEPT);
  }

  /** What is kept after a position, at most `limit` events; null where the file has to be read. */
  after(position: Position, limit: number): readonly LoggedEvent[] | null {
    const first = this.kept[0];
    if (!first) return null;
    const index = position - first.position + 1;
    return index < 0 || index >= this.kept.length ? null : this.kept.slice(index, index + limit);
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
 * between the two. Ends with the batch under way once `closing` is aborted (and the tail is rung).
 */
export async function follow(
  log: Pick<EventLog, 'readAll'>,
  tail: LogTail,
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
      const seen = tail.count;
      const events =
        tail.after(position, options.batchSize) ?? (await log.readAll(position, options.batchSize));
      const last = events.at(-1);
      if (!last) {
        recovered();
        await tail.next(seen, closing);
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
