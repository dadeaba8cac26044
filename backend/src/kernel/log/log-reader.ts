import { setImmediate as nextTurn } from 'node:timers/promises';
import { messageOf } from '../error-message.js';
import type { EventLog, LoggedEvent, Position, Subscription } from '../event-log.js';
import type { Recorded } from '../event.js';
import type { Timer } from '../timer.js';
import type { Undecodable } from '../undecodable.js';
import type { Decoded, EventCodec } from './codec.js';

/** A decoded batch of the log: the events after a consumer's position. */
export interface Batch {
  readonly events: readonly Recorded[];
  /** Events that could not be decoded, in log order. They are already in the quarantine. */
  readonly undecodable: readonly Undecodable[];
  /** The position of the last event of the batch. */
  readonly to: Position;
}

/** Follows the log at its own pace. */
export interface Consumer {
  readonly name: string;
  /** The position of the last event that it has processed. */
  readonly after: Position;
  /**
   * Processes one batch; the next comes when it has resolved. If it rejects, the same events are delivered again after a
   * growing pause, so it must be idempotent.
   */
  readonly onBatch: (batch: Batch) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Called once when it succeeds after failures. */
  readonly onRecovered?: () => void;
  /** Called when it has processed all events that this process has read from the log. */
  readonly onCaughtUp?: () => void;
  /** Called after a batch when it has caught up. The next events are gathered until it resolves. */
  readonly gather?: (closing: AbortSignal) => Promise<void>;
}

const BATCH = 200;
/** The number of events kept for consumers that are a little behind, such as those that gather events. */
const MOST_KEPT = 1000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5000;

/**
 * The only reader of the log in this process. It decodes each event once and delivers it to all consumers. It never waits
 * for a consumer: one that falls behind the events in memory reads the log itself until it has caught up.
 */
export class LogReader {
  private readonly recent = new RecentEvents();
  private readonly consumers = new Set<Subscription>();
  private subscription: Promise<Subscription> | null = null;
  private isSubscribed = false;
  private lastError: string | null = null;

  /**
   * @param codec records undecodable events in the quarantine before it returns, so that no checkpoint passes them first
   * @param onTaken gets all events before they are decoded, again if that fails
   */
  constructor(
    private readonly log: EventLog,
    private readonly codec: Pick<EventCodec, 'decode'>,
    private readonly onError: (error: unknown) => void,
    private readonly timer: Pick<Timer, 'pause'>,
    private readonly onTaken: (events: readonly LoggedEvent[]) => void = () => undefined,
  ) {}

  /** Starts to read at the end of the log. @throws EventLogUnavailableError */
  async start(): Promise<void> {
    this.subscription ??= this.subscribe();
    try {
      await this.subscription;
    } catch (error) {
      this.subscription = null;
      throw error;
    }
  }

  /** The position of the last event that was read. */
  get position(): Position {
    return this.recent.position;
  }

  /** Why the log can't be read at the moment; null when it can. */
  get error(): string | null {
    return this.lastError;
  }

  /** Whether it reads all events from a position before that of any request, and nothing keeps it from reading on. */
  get isFollowing(): boolean {
    return this.isSubscribed && this.lastError === null;
  }

  /** Drops decoded events from memory: personal data in them must not outlive its key. */
  forget(): void {
    this.recent.forget();
  }

  /** Delivers events to a consumer, starting after its position. {@link start} must have resolved. */
  follow(consumer: Consumer): Subscription {
    const closing = new AbortController();
    // In a later turn, so that the caller has its subscription before the first batch.
    const done = Promise.resolve().then(() => this.run(consumer, closing.signal));
    const subscription = {
      close: async () => {
        closing.abort();
        this.recent.wake();
        await done;
        this.consumers.delete(subscription);
      },
    };
    this.consumers.add(subscription);
    return subscription;
  }

  /** Stops all consumers after their current batch, and stops reading. */
  async close(): Promise<void> {
    const subscription = await this.subscription?.catch(() => undefined);
    await subscription?.close();
    await Promise.all([...this.consumers].map((consumer) => consumer.close()));
  }

  private async subscribe(): Promise<Subscription> {
    const head = await this.log.head();
    this.recent.startAt(head);
    this.isSubscribed = true;
    return this.log.subscribe({
      after: head,
      batchSize: BATCH,
      onBatch: (logged) => this.take(logged),
      onError: (error) => {
        this.lastError = messageOf(error);
        this.onError(error);
      },
      onRecovered: () => {
        this.lastError = null;
      },
    });
  }

  private async take(logged: readonly LoggedEvent[]): Promise<void> {
    // Before they are decoded: an erasure among them also concerns those before it.
    this.onTaken(logged);
    this.recent.add(logged, await this.codec.decode(logged));
  }

  private async run(consumer: Consumer, closing: AbortSignal): Promise<void> {
    let position = consumer.after;
    let milliseconds = FIRST_PAUSE_MS;
    let isFailing = false;
    while (!closing.aborted) {
      try {
        const wakes = this.recent.wakes;
        const batch = position < this.recent.position ? await this.next(position) : null;
        if (batch) {
          await consumer.onBatch(batch);
          position = batch.to;
        }
        if (isFailing) consumer.onRecovered?.();
        isFailing = false;
        milliseconds = FIRST_PAUSE_MS;
        if (position >= this.recent.position) {
          consumer.onCaughtUp?.();
          if (batch) await consumer.gather?.(closing);
          await this.recent.next(wakes, closing);
        } else {
          // Lets requests run between the batches of a long catch-up.
          await nextTurn();
        }
      } catch (error) {
        isFailing = true;
        consumer.onError(error);
        await this.timer.pause(milliseconds, closing);
        milliseconds = Math.min(milliseconds * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  private async next(after: Position): Promise<Batch | null> {
    return this.recent.after(after, BATCH) ?? (await this.page(after));
  }

  /** Reads the next page for a consumer that is behind the events in memory; null at the end of the log. */
  private async page(after: Position): Promise<Batch | null> {
    const logged = await this.log.readAll(after, BATCH);
    const last = logged.at(-1);
    return last ? { ...(await this.codec.decode(logged)), to: last.position } : null;
  }
}

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
  /** The batch that was asked for last: most consumers ask for the same one. */
  private last: { readonly after: Position; readonly limit: number; readonly batch: Batch } | null = null;

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
    this.last = null;
    this.wake();
  }

  /** At most `limit` events after a position; null if they are not kept, and at the end. */
  after(position: Position, limit: number): Batch | null {
    if (position < this.since || position >= this.until) return null;
    if (this.last?.after === position && this.last.limit === limit) return this.last.batch;
    const first = this.indexAfter(position);
    const taken = this.kept.slice(first, first + limit);
    const batch = {
      events: taken.flatMap(({ event }) => event ?? []),
      undecodable: taken.flatMap(({ undecodable }) => undecodable ?? []),
      to: taken.at(-1)?.position ?? position,
    };
    this.last = { after: position, limit, batch };
    return batch;
  }

  /** Drops all kept events. Consumers that are behind read the log instead. */
  forget(): void {
    this.kept = [];
    this.last = null;
    this.since = this.until;
  }

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
