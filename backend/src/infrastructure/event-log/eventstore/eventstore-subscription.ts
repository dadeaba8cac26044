import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { type AllStreamSubscription, excludeSystemEvents } from '@eventstore/db-client';
import {
  EventLogUnavailableError,
  type LoggedEvent,
  type Position,
  type Subscription,
  type SubscriptionOptions,
} from '../../../kernel/event-log.js';
import type { EventStoreConnection, Lease } from './eventstore-connection.js';
import { loggedEventOf, placeOf } from './eventstore-events.js';
import { SilentServerError } from './eventstore-failures.js';
import { Silence, hearArrived } from './eventstore-silence.js';
import type { EventStoreTimings } from './eventstore-timings.js';

/** So many events may wait here for `onBatch`; then the server is held up, and may drop us. */
const LEAST_WAITING = 64;
const MOST_WAITING = 1024;
/** The server tells how far it has looked every so many times 32 events. We go by the events that were handled, so it may be rare. */
const CHECKPOINT_INTERVAL = 1000;

/**
 * Follows the log by subscriptions of the server, none of which comes back by itself: whenever one ends, is silent or lags, the next begins
 * after the last event that was handled. What the server says of checkpoints and of having caught up runs ahead of the consumer and counts
 * for nothing.
 */
export class EventStoreSubscription implements Subscription {
  private readonly closing = new AbortController();
  private readonly done: Promise<void>;
  private position: Position;
  private isHandling = false;
  private isFailing = false;
  private pause: number;

  /**
   * @param head tells where the log ends, for the watchdog
   * @param onClosed called when everything is over
   */
  constructor(
    private readonly connection: EventStoreConnection,
    private readonly head: () => Promise<Position>,
    private readonly options: SubscriptionOptions,
    private readonly timings: EventStoreTimings,
    onClosed: () => void,
  ) {
    this.position = options.after;
    this.pause = timings.firstPauseMs;
    this.done = this.follow().finally(onClosed);
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.done;
  }

  private async follow(): Promise<void> {
    while (!this.closing.signal.aborted) {
      const lease = this.connection.lease();
      try {
        await this.followWith(lease);
      } catch (error) {
        if (this.closing.signal.aborted) return;
        this.connection.failed(lease);
        this.report(
          new EventLogUnavailableError(`the log can't be followed from ${this.position}`, { cause: error }),
        );
        await this.rest();
      }
    }
  }

  /** Follows the log by one subscription, to its end. */
  private async followWith(lease: Lease): Promise<void> {
    const { batchSize } = this.options;
    const lagging = new AbortController();
    const over = AbortSignal.any([this.closing.signal, lease.retired, lagging.signal]);
    const subscription = lease.client.subscribeToAll(
      {
        fromPosition: placeOf(this.position),
        filter: excludeSystemEvents({ checkpointInterval: CHECKPOINT_INTERVAL }),
      },
      { highWaterMark: Math.min(Math.max(batchSize, LEAST_WAITING), MOST_WAITING) },
    );
    const queue = new Queue(subscription, over);
    try {
      await queue.confirmed(this.timings.confirmMs);
      this.connection.succeeded(lease);
      this.recovered();
      void this.watch(lagging);
      while (!this.closing.signal.aborted) {
        const batch = queue.take(batchSize);
        if (batch.length > 0) await this.handle(batch);
        else await queue.more();
      }
    } finally {
      lagging.abort();
      subscription.unsubscribe().catch(() => undefined);
      subscription.destroy();
    }
  }

  /** Hands a batch over until it is handled, or until the subscription is closed. */
  private async handle(batch: readonly LoggedEvent[]): Promise<void> {
    this.isHandling = true;
    try {
      while (!this.closing.signal.aborted) {
        try {
          await this.options.onBatch(batch);
          this.position = batch.at(-1)?.position ?? this.position;
          this.pause = this.timings.firstPauseMs;
          this.recovered();
          return;
        } catch (error) {
          this.report(error);
          await this.rest();
        }
      }
    } finally {
      this.isHandling = false;
    }
  }

  /** Ends a subscription that does not come nearer to a head it was behind one round ago, or whose server does not tell its head. */
  private async watch(lagging: AbortController): Promise<void> {
    const { signal } = lagging;
    let target: Position = 0;
    let before = this.position;
    try {
      for (;;) {
        await sleep(this.timings.watchdogMs, undefined, { signal, ref: false });
        await hearArrived();
        signal.throwIfAborted();
        if (!this.isHandling && this.position < target && this.position === before) {
          throw new SilentServerError(
            `nothing came after ${this.position}, and the log goes up to ${target}`,
          );
        }
        before = this.position;
        target = await this.head();
        if (this.position >= target) this.pause = this.timings.firstPauseMs;
      }
    } catch (error) {
      lagging.abort(error);
    }
  }

  private report(error: unknown): void {
    this.isFailing = true;
    this.options.onError(error);
  }

  private recovered(): void {
    if (!this.isFailing) return;
    this.isFailing = false;
    this.options.onRecovered?.();
  }

  private async rest(): Promise<void> {
    const { signal } = this.closing;
    await sleep(this.pause, undefined, { signal }).catch(() => undefined);
    this.pause = Math.min(this.pause * 2, this.timings.longestPauseMs);
  }
}

/** What has arrived by one subscription of the server and waits to be handled; its size is bounded by the stream's own high-water mark. */
class Queue {
  private failure: unknown = null;
  private isConfirmed = false;
  private wake: () => void = () => undefined;

  constructor(
    private readonly subscription: AllStreamSubscription,
    over: AbortSignal,
  ) {
    const end = (error: unknown) => {
      this.failure ??= error;
      this.wake();
    };
    over.addEventListener('abort', () => end(over.reason), { once: true });
    subscription.on('readable', () => this.wake());
    subscription.once('confirmation', () => {
      this.isConfirmed = true;
      this.wake();
    });
    // Stays for good: an error that comes after the end would have nobody to hear it.
    subscription.on('error', end);
    subscription.once('end', () => end(new SilentServerError('the server ended a subscription')));
    subscription.once('close', () => end(new SilentServerError('a subscription was closed')));
  }

  /** Resolves when the server has taken the subscription. */
  async confirmed(milliseconds: number): Promise<void> {
    const silence = new Silence(milliseconds, () => {
      this.failure ??= new SilentServerError('the server did not confirm a subscription');
      this.wake();
    });
    try {
      while (!this.isConfirmed) await this.more();
    } finally {
      silence.end();
    }
  }

  /** At most `most` of the events that are here already. */
  take(most: number): LoggedEvent[] {
    const events: LoggedEvent[] = [];
    while (events.length < most) {
      const resolved = this.subscription.read() as Parameters<typeof loggedEventOf>[0] | null;
      if (!resolved) break;
      const event = loggedEventOf(resolved);
      if (event) events.push(event);
    }
    return events;
  }

  /** Resolves when there may be more; rejects when there will be none. */
  async more(): Promise<void> {
    if (this.failure === null) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      // Whatever else has come by the same packet makes one batch with it.
      await nextTurn();
    }
    if (this.failure !== null) throw this.failure;
  }
}
