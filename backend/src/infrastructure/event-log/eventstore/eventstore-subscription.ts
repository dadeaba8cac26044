import { setImmediate as nextTurn } from 'node:timers/promises';
import { type AllStreamSubscription, excludeSystemEvents } from '@eventstore/db-client';
import {
  EventLogUnavailableError,
  type LoggedEvent,
  type Position,
  type Subscription,
  type SubscriptionOptions,
} from '../../../kernel/event-log.js';
import type { Deadline, Timer } from '../../../kernel/timer.js';
import type { ActiveClient, EventStoreConnection } from './eventstore-connection.js';
import { loggedEventOf, readPositionOf } from './eventstore-events.js';
import { SilentServerError, suggestsAway } from './eventstore-failures.js';
import { Silence, pendingIo } from './eventstore-silence.js';
import type { EventStoreTimings } from './eventstore-timings.js';

/** Bounds of the number of buffered events. A full buffer stops the server, which may then drop the subscription. */
const LEAST_WAITING = 64;
const MOST_WAITING = 1024;
/** More streams in a batch do not make the gathering of the next one longer. */
const MOST_GATHER_STREAMS = 5;
/** The server sends a checkpoint every 32 times this many events. Rare, because only handled events count here. */
const CHECKPOINT_INTERVAL = 1000;

/**
 * Follows the log through subscriptions of the server. A subscription does not reconnect: when one ends, is silent or
 * lags, the next starts after the last handled event. The server's checkpoint and caught-up messages run ahead of the
 * consumer and are ignored.
 */
export class EventStoreSubscription implements Subscription {
  private readonly closing = new AbortController();
  private resting = new AbortController();
  private readonly done: Promise<void>;
  private position: Position;
  private isHandling = false;
  private isFailing = false;
  private pause: number;

  /**
   * @param head returns the head of the log, for the watchdog
   * @param onClosed called when the subscription has ended
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

  /** The server serves again after it was away: tries at once. */
  hurry(): void {
    this.pause = this.timings.firstPauseMs;
    const { resting } = this;
    this.resting = new AbortController();
    resting.abort();
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.done;
  }

  private async follow(): Promise<void> {
    while (!this.closing.signal.aborted) {
      const active = this.connection.active();
      try {
        await this.followWith(active);
      } catch (error) {
        if (this.closing.signal.aborted) return;
        this.connection.failed(active);
        if (suggestsAway(error)) this.connection.breaker.failed(error);
        this.report(
          new EventLogUnavailableError(`the log can't be followed from ${this.position}`, { cause: error }),
        );
        await this.rest();
      }
    }
  }

  /** Follows the log with one subscription until it ends. */
  private async followWith(active: ActiveClient): Promise<void> {
    const { batchSize } = this.options;
    const lagging = new AbortController();
    const over = AbortSignal.any([this.closing.signal, active.retired, lagging.signal]);
    const subscription = active.client.subscribeToAll(
      {
        fromPosition: readPositionOf(this.position),
        // Any node may send what it has: a subscription is not ahead of the leader, and decides nothing.
        requiresLeader: false,
        filter: excludeSystemEvents({ checkpointInterval: CHECKPOINT_INTERVAL }),
      },
      { highWaterMark: Math.min(Math.max(batchSize, LEAST_WAITING), MOST_WAITING) },
    );
    const queue = new Queue(subscription, over, active.timer);
    try {
      await queue.confirmed(this.timings.confirmMs);
      this.connection.succeeded(active);
      this.recovered();
      this.watch(lagging);
      let gatherMs = 0;
      while (!this.closing.signal.aborted) {
        const batch = await queue.next(batchSize, gatherMs);
        await this.handle(batch);
        // Several streams at once have several writers, whose next events come while consumers work on these.
        const streams = new Set(batch.map(({ stream }) => stream)).size;
        gatherMs = streams > 1 ? Math.min(streams, MOST_GATHER_STREAMS) * this.timings.gatherMs : 0;
      }
    } finally {
      lagging.abort();
      subscription.unsubscribe().catch(() => undefined);
      subscription.destroy();
    }
  }

  /** Retries a batch until it is handled or the subscription is closed. */
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

  /** Ends a subscription that made no progress towards the head for one round, or whose server does not return its head. */
  private watch(lagging: AbortController): void {
    const { signal } = lagging;
    let target: Position = 0;
    let before = this.position;
    const look = async () => {
      await pendingIo();
      signal.throwIfAborted();
      if (!this.isHandling && this.position < target && this.position === before) {
        throw new SilentServerError(
          `no event arrived after ${this.position}, but the head of the log is ${target}`,
        );
      }
      before = this.position;
      target = await this.head();
      if (this.position >= target) this.pause = this.timings.firstPauseMs;
    };
    let round: Deadline | null = null;
    // The next round begins only when the head is known, however long that took.
    const begin = () => {
      if (signal.aborted) return;
      const { timer } = this.connection;
      const isOver = () => void look().then(begin, (error: unknown) => lagging.abort(error));
      round = timer.deadline('EventStoreDB subscription', isOver, this.timings.watchdogMs);
    };
    signal.addEventListener('abort', () => round?.end());
    begin();
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
    const { pause } = this;
    this.pause = Math.min(pause * 2, this.timings.longestPauseMs);
    const signal = AbortSignal.any([this.closing.signal, this.resting.signal]);
    await this.connection.timer.pause(pause, signal);
  }
}

/** Events of one subscription that wait to be handled. The stream's high-water mark bounds its size. */
class Queue {
  private failure: unknown = null;
  private isConfirmed = false;
  private wake: () => void = () => undefined;

  constructor(
    private readonly subscription: AllStreamSubscription,
    over: AbortSignal,
    private readonly timer: Timer,
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
    // Never removed: a late error without a listener would crash the process.
    subscription.on('error', end);
    subscription.once('end', () => end(new SilentServerError('the server ended a subscription')));
    subscription.once('close', () => end(new SilentServerError('a subscription was closed')));
  }

  async confirmed(milliseconds: number): Promise<void> {
    const silence = new Silence(this.timer, 'EventStoreDB subscription', milliseconds, () => {
      this.failure ??= new SilentServerError('the server did not confirm a subscription');
      this.wake();
    });
    try {
      while (!this.isConfirmed) await this.more();
    } finally {
      silence.end();
    }
  }

  /**
   * At least one event, and at most `most`: what is there, and, if milliseconds are given, what comes within them. Rejects
   * when the subscription has ended.
   */
  async next(most: number, gatherMs: number): Promise<LoggedEvent[]> {
    const events: LoggedEvent[] = [];
    let isGathering = gatherMs > 0;
    const done = new AbortController();
    if (isGathering) {
      void this.timer.rest(gatherMs, done.signal).then(() => {
        isGathering = false;
        this.wake();
      });
    }
    try {
      for (;;) {
        this.takeInto(events, most);
        if (events.length === most || (events.length > 0 && !isGathering)) return events;
        await this.more();
      }
    } finally {
      done.abort();
    }
  }

  private takeInto(events: LoggedEvent[], most: number): void {
    while (events.length < most) {
      const resolved = this.subscription.read() as Parameters<typeof loggedEventOf>[0] | null;
      if (!resolved) return;
      const event = loggedEventOf(resolved);
      if (event) events.push(event);
    }
  }

  /** Resolves when there may be more events; rejects when the subscription has ended. */
  private async more(): Promise<void> {
    if (this.failure === null) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      // Events of the same network packet form one batch.
      await nextTurn();
    }
    if (this.failure !== null) throw this.failure;
  }
}
