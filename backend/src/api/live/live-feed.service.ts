import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { ViewProgress } from '../../kernel/view-progress.js';
import { EventLog, type Subscription } from '../../kernel/event-log.js';
import type { Recorded } from '../../kernel/event.js';
import { LogReader } from '../../kernel/log/log-reader.js';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import { LIVE_TYPES, LiveChanges } from './live-changes.js';
import type { LiveMessage } from './live.requests.js';
import { postsEvent, reloadEvent } from './live-stream.js';

/** Whoever listens is told at most once in this time; what happens meanwhile is told together. */
const PACE_MS = 250;
/** How long it waits for the views before it looks whether it is to stop. */
const PATIENCE_MS = 500;
/** Whoever has missed more events than this fetches everything anew. */
const MOST_MISSED = 1000;

/** Is told what happens, as pieces of an event stream. */
export type Listener = (text: string) => void;

/**
 * What happens at public posts, for all who look on: one subscription to the log in this process, begun when somebody
 * first listens, and told after the views have seen it.
 */
@Injectable()
export class LiveFeed implements OnModuleDestroy {
  private readonly listeners = new Set<Listener>();
  private readonly closing = new AbortController();
  private readonly logger = new Logger('Live');
  private subscription: Subscription | null = null;
  /** What has been read from the log and not been told yet, up to `seen`. */
  private changes = new LiveChanges();
  private seen = 0;
  private told = 0;
  private telling: Promise<void> = Promise.resolve();
  private isTelling = false;

  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(LogReader) private readonly reader: LogReader,
    @Inject(ViewProgress) private readonly views: ViewProgress,
    @Inject(LeaderboardReader) private readonly leaderboard: LeaderboardReader,
  ) {}

  /** Everything up to here has been told to those who listen. */
  get position(): number {
    return this.told;
  }

  /** Begins to follow the log, if it does not yet. @throws EventLogUnavailableError */
  async start(): Promise<void> {
    await this.reader.start();
    this.subscription ??= this.follow();
  }

  /**
   * Whether a reader can go on from there: the log has come that far. It has not when the place is of another log, one
   * whose data were deleted. @throws EventLogUnavailableError
   */
  async knows(position: number): Promise<boolean> {
    return position <= this.told || position <= (await this.log.head());
  }

  /**
   * Tells what happened after `after` and from then on whatever happens, without a gap or a step back. Answers how to
   * stop it; it never begins when `isGone` by then.
   * @throws EventLogUnavailableError, DocumentStoreUnavailableError
   */
  async join(listener: Listener, after: number, isGone: () => boolean): Promise<() => void> {
    for (let position = after; position < this.told && !isGone();) {
      const { told } = this;
      const read = await this.log.readAll(position, MOST_MISSED + 1);
      // What lies beyond has perhaps not been seen by the views yet; everybody is told of it once it has.
      const missed = read.filter((event) => event.position <= told);
      position = told;
      if (missed.length > MOST_MISSED) {
        listener(reloadEvent(position));
      } else {
        const message = await this.messageOf(new LiveChanges().add(missed));
        if (message) listener(postsEvent(position, message));
      }
    }
    if (!isGone()) this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async onModuleDestroy(): Promise<void> {
    this.closing.abort();
    await this.subscription?.close();
    await this.telling;
  }

  private follow(): Subscription {
    const after = this.reader.position;
    this.seen = after;
    this.told = after;
    return this.reader.follow({
      name: 'live',
      after,
      onBatch: async ({ events, to }) => this.note(events, to),
      onError: (error) => this.logger.error(error, 'the live feed could not follow the log and tries again'),
    });
  }

  private note(events: readonly Recorded[], to: number): void {
    this.changes.add(events);
    this.seen = to;
    if (!this.isTelling) this.telling = this.tellAll();
  }

  private async tellAll(): Promise<void> {
    this.isTelling = true;
    while (this.told < this.seen && !this.closing.signal.aborted) {
      await this.tell();
      await sleep(PACE_MS, undefined, { signal: this.closing.signal }).catch(() => undefined);
    }
    // In one turn with the last look, so that nothing is noted in between and told to nobody.
    this.isTelling = false;
  }

  private async tell(): Promise<void> {
    const { changes, seen } = this;
    // What is noted from here on is told the next time, as the views may not have come so far.
    this.changes = new LiveChanges();
    try {
      const isSeen = changes.isEmpty || (await this.views.reached(seen, PATIENCE_MS, LIVE_TYPES));
      if (!isSeen) return this.putBack(changes);
      const message = this.listeners.size > 0 ? await this.messageOf(changes) : null;
      this.told = seen;
      if (message) for (const listener of this.listeners) listener(postsEvent(seen, message));
    } catch (error) {
      this.putBack(changes);
      this.logger.error(error, 'the live feed could not read the posts and tries again');
    }
  }

  private putBack(changes: LiveChanges): void {
    this.changes = changes.merge(this.changes);
  }

  /** What `changes` come to as posts are now; null for nothing that anybody may see. */
  private async messageOf(changes: LiveChanges): Promise<LiveMessage | null> {
    if (changes.isEmpty) return null;
    const posts = await this.leaderboard.live([...changes.touched]);
    const published = posts.filter(({ id }) => changes.published.has(id)).map(({ id }) => id);
    const removed = [...changes.removed];
    return posts.length + removed.length === 0 ? null : { posts, published, removed };
  }
}
