import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventLog, LoggedEvent, Position, Subscription } from '../event-log.js';
import { type Pause, pause } from '../pause.js';
import type { EventCodec } from './codec.js';
import { type Batch, RecentEvents } from './recent-events.js';

/** Something that follows the log at its own pace. */
export interface Consumer {
  readonly name: string;
  /** The position of the last event that it has handled. */
  readonly after: Position;
  /**
   * Handles one batch; the next comes when it has resolved. When it rejects, the same events come again after a pause
   * that grows, so it must be able to meet an event twice.
   */
  readonly onBatch: (batch: Batch) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Called once when it goes on after failures. */
  readonly onRecovered?: () => void;
  /** Called when it has handled everything that this process has read from the log. */
  readonly onCaughtUp?: () => void;
}

const BATCH = 200;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5000;

/**
 * The one reader of the log in this process: it decodes each event once and hands it to every consumer. It never waits
 * for a consumer. One that falls behind what is kept in memory reads the log by itself, and rejoins.
 */
export class LogReader {
  private readonly recent = new RecentEvents();
  private readonly consumers = new Set<Subscription>();
  private subscription: Promise<Subscription> | null = null;
  private lastError: string | null = null;

  /** @param codec puts what it can't decode into quarantine before it answers, so that no consumer passes it before */
  constructor(
    private readonly log: EventLog,
    private readonly codec: Pick<EventCodec, 'decode'>,
    private readonly onError: (error: unknown) => void,
    private readonly wait: Pause = pause,
  ) {}

  /** Begins to read at the end of the log. @throws EventLogUnavailableError */
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

  /** What keeps it from reading on; null while nothing does. */
  get error(): string | null {
    return this.lastError;
  }

  /** Drops decoded events from memory: personal data in them must not outlive its key. */
  forget(): void {
    this.recent.forget();
  }

  /** Lets a consumer follow the log from its position on. {@link start} must have resolved. */
  follow(consumer: Consumer): Subscription {
    const closing = new AbortController();
    // In a later turn: the caller has its subscription before its first batch.
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

  /** Ends every consumer at the border of a batch, and stops reading. */
  async close(): Promise<void> {
    const subscription = await this.subscription?.catch(() => undefined);
    await subscription?.close();
    await Promise.all([...this.consumers].map((consumer) => consumer.close()));
  }

  private async subscribe(): Promise<Subscription> {
    const head = await this.log.head();
    this.recent.startAt(head);
    return this.log.subscribe({
      after: head,
      batchSize: BATCH,
      onBatch: (logged) => this.take(logged),
      onError: (error) => {
        this.lastError = error instanceof Error ? error.message : String(error);
        this.onError(error);
      },
      onRecovered: () => {
        this.lastError = null;
      },
    });
  }

  private async take(logged: readonly LoggedEvent[]): Promise<void> {
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
          await this.recent.next(wakes, closing);
        } else {
          // A long catch-up leaves requests their turn between two batches.
          await nextTurn();
        }
      } catch (error) {
        isFailing = true;
        consumer.onError(error);
        await this.wait(milliseconds, closing);
        milliseconds = Math.min(milliseconds * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  private async next(after: Position): Promise<Batch | null> {
    return this.recent.after(after, BATCH) ?? (await this.page(after));
  }

  /** The next page for a consumer that is behind what is kept in memory; null at the end of the log. */
  private async page(after: Position): Promise<Batch | null> {
    const logged = await this.log.readAll(after, BATCH);
    const last = logged.at(-1);
    return last ? { ...(await this.codec.decode(logged)), to: last.position } : null;
  }
}
