import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventLog, LoggedEvent, Position, SubscriptionOptions } from '../../kernel/event-log.js';
import type { Timer } from '../../kernel/timer.js';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5000;

/**
 * The maximum number of recent events kept in memory, so that followers need not read them from the file. As few as that takes:
 * what outlives the young generation of the heap costs several times as much to collect.
 */
const MOST_KEPT = 200;

/** The end of the log in memory: the events that this process wrote last, and a signal that wakes followers. */
export class LogTail {
  /** Consecutive: positions in the file have no gaps. */
  private kept: readonly LoggedEvent[] = [];
  private notifications = 0;
  private readonly wakers = new Set<() => void>();

  constructor(readonly timer: Timer) {}

  /** The number of notifications so far. Read it before the log, so that none is missed between reading and waiting. */
  get count(): number {
    return this.notifications;
  }

  get waiting(): number {
    return this.wakers.size;
  }

  /** Keeps the events of one transaction. Another process may have written events before them. */
  add(written: readonly LoggedEvent[]): void {
    const last = this.kept.at(-1);
    const follows = last !== undefined && written[0]?.position === last.position + 1;
    this.kept = (follows ? [...this.kept, ...written] : written).slice(-MOST_KEPT);
  }

  /** At most `limit` kept events after a position; null when they must be read from the file. */
  after(position: Position, limit: number): readonly LoggedEvent[] | null {
    const first = this.kept[0];
    if (!first) return null;
    const index = position - first.position + 1;
    return index < 0 || index >= this.kept.length ? null : this.kept.slice(index, index + limit);
  }

  /** Wakes all waiting followers. */
  notify(): void {
    this.notifications += 1;
    for (const wake of this.wakers) wake();
  }

  /**
   * Resolves at the next notification after `seen`, which only writes of this process cause, at the next poll, or at once
   * when `closing` is aborted.
   */
  async next(seen: number, closing: AbortSignal): Promise<void> {
    if (closing.aborted || this.notifications !== seen) return;
    await new Promise<void>((resolve) => {
      const wake = () => {
        poll.end();
        this.wakers.delete(wake);
        resolve();
      };
      const poll = this.timer.deadline('log poll', wake);
      this.wakers.add(wake);
    });
  }
}

/**
 * Catches up page by page, then waits for new writes. Every read starts after the last position, so no event is
 * missed between the two. Once `closing` is aborted and the tail notified, it ends after the current batch.
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
      // Reading is synchronous: yield to requests between two pages of a long catch-up.
      if (events.length === options.batchSize) await nextTurn();
    } catch (error) {
      isFailing = true;
      options.onError(error);
      await tail.timer.pause(pause, closing);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }
}
