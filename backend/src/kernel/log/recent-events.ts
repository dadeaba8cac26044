import type { LoggedEvent, Position } from '../event-log.js';
import type { Recorded } from '../event.js';
import type { Undecodable } from '../undecodable.js';
import type { Decoded } from './codec.js';

/** A decoded batch of the log: the events after a consumer's position. */
export interface Batch {
  readonly events: readonly Recorded[];
  /** Events that could not be decoded, in log order. They are already in the quarantine. */
  readonly undecodable: readonly Undecodable[];
  /** The position of the last event of the batch. */
  readonly to: Position;
}

/** The number of events kept for consumers that are a little behind. */
const MOST_KEPT = 4000;

/** One event of the log, decoded or not. */
interface Kept {
  readonly position: Position;
  readonly event: Recorded | null;
  readonly undecodable: Undecodable | null;
}

/** The newest decoded events of the log. Wakes consumers that wait for the next ones. */
export class RecentEvents {
  private kept: Kept[] = [];
  /** The kept events are those after this position. */
  private since: Position = 0;
  private until: Position = 0;
  private count = 0;
  private readonly waiting = new Set<() => void>();

  /** Starts at this position; earlier events are not kept. */
  startAt(position: Position): void {
    this.since = position;
    this.until = position;
  }

  /** The position of the newest event. */
  get position(): Position {
    return this.until;
  }

  /** The number of wakes. Read it before checking for events and pass it to {@link next}, so that no wake is missed. */
  get wakes(): number {
    return this.count;
  }

  /** Adds a page of the log, which must follow the kept events. */
  add(logged: readonly LoggedEvent[], { events, undecodable }: Decoded): void {
    const decoded = new Map(events.map((event) => [event.position, event]));
    const failed = new Map(undecodable.map((item) => [item.position, item]));
    for (const { position } of logged) {
      if (position <= this.until) continue;
      this.kept.push({
        position,
        event: decoded.get(position) ?? null,
        undecodable: failed.get(position) ?? null,
      });
      this.until = position;
    }
    if (this.kept.length > 2 * MOST_KEPT) {
      const dropped = this.kept.splice(0, this.kept.length - MOST_KEPT);
      this.since = dropped.at(-1)?.position ?? this.since;
    }
    this.wake();
  }

  /** At most `limit` events after a position; null if they are not kept, and at the end. */
  after(position: Position, limit: number): Batch | null {
    if (position < this.since || position >= this.until) return null;
    const first = this.indexAfter(position);
    const taken = this.kept.slice(first, first + limit);
    return {
      events: taken.flatMap(({ event }) => event ?? []),
      undecodable: taken.flatMap(({ undecodable }) => undecodable ?? []),
      to: taken.at(-1)?.position ?? position,
    };
  }

  /** Drops all kept events. Consumers that are behind read the log instead. */
  forget(): void {
    this.kept = [];
    this.since = this.until;
  }

  /** Wakes all waiting consumers. */
  wake(): void {
    this.count += 1;
    const woken = [...this.waiting];
    this.waiting.clear();
    for (const wake of woken) wake();
  }

  /** Resolves at the first wake after `seen` wakes, or at once when `closing` is aborted. */
  async next(seen: number, closing: AbortSignal): Promise<void> {
    if (closing.aborted || this.count !== seen) return;
    await new Promise<void>((resolve) => {
      this.waiting.add(resolve);
    });
  }

  /** The index of the first event after a position, by binary search. */
  private indexAfter(position: Position): number {
    let low = 0;
    let high = this.kept.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.kept[middle]?.position ?? 0) <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
