import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Clock } from '../../kernel/clock.js';
import { ViewProgress } from '../../kernel/view-progress.js';
import { EventLogUnavailableError, type Subscription } from '../../kernel/event-log.js';
import type { Recorded } from '../../kernel/event.js';
import { LogReader } from '../../kernel/log/log-reader.js';
import { ReadsWithTimeout } from '../../kernel/log-read-timeout.js';
import { Timer } from '../../kernel/timer.js';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import { LIVE_TYPES, LiveChanges } from './live-changes.js';
import { INBOX_EVENT, postsEvent, reloadEvent, type LiveMessage, type LiveNews } from './live-connection.js';

/** The shortest pause between two messages to a listener; changes in between are combined. */
const PACE_MS = 250;
/** A listener that missed more events than this must reload everything. */
const MOST_MISSED = 1000;

/** Of how many changed posts it remembers when they changed, for readers without a stream. */
const MOST_REMEMBERED = 5000;

/** How often to look for boosts that have ended. */
const BOOSTS_MS = 1000;

/** What the log answers; null if it does not in time. */
async function unlessLate<Answer>(reading: Promise<Answer>): Promise<Answer | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof EventLogUnavailableError) return null;
    throw error;
  }
}

/** The answer at this position if nothing has happened. */
function newsAt(position: number): LiveNews {
  return { position: String(position), reload: false, posts: [], published: [], boosted: [], removed: [] };
}

/** Receives the pieces of an event stream. */
export type Listener = (text: string) => void;

/**
 * Live news of public posts: one log subscription per process, started by the first listener. Messages go out after
 * the views have processed the events.
 */
@Injectable()
export class LiveFeed implements OnModuleDestroy {
  /** With the signed-in account of each; null for visitors. */
  private readonly listeners = new Map<Listener, string | null>();
  private readonly closing = new AbortController();
  private readonly logger = new Logger('Live');
  private subscription: Subscription | null = null;
  /** Changes read from the log but not sent yet, up to `seen`. */
  private changes = new LiveChanges();
  private seen = 0;
  private told = 0;
  /** What was told last, oldest first, and the position from which it is complete. */
  private readonly recent: { readonly position: number; readonly changes: LiveChanges }[] = [];
  private recentFrom = 0;
  /** How many events were read from the log, and how many of them the listeners have got. */
  private readonly events = { seen: 0, told: 0 };
  private telling: Promise<void> = Promise.resolve();
  private isTelling = false;
  /** Boosts that ended up to this time (ISO 8601) are in the changes; null before the first listener. */
  private boostsTold: string | null = null;

  constructor(
    private readonly log: ReadsWithTimeout,
    private readonly reader: LogReader,
    private readonly views: ViewProgress,
    private readonly leaderboard: LeaderboardReader,
    private readonly clock: Clock,
    private readonly timer: Timer,
  ) {}

  /** Everything up to this position was sent to the listeners. */
  get position(): number {
    return this.told;
  }

  /** How many events it has sent since it follows the log. Positions of a log may have gaps, and tell no number. */
  get eventsSent(): number {
    return this.events.told;
  }

  /** Starts following the log, unless it already does. @throws EventLogUnavailableError */
  async start(): Promise<void> {
    await this.reader.start();
    this.subscription ??= this.follow();
    this.boostsTold ??= this.clock.now().toISOString();
  }

  /**
   * Sends the posts whose boosts have ended since the last call. No event says so in time: the end of a boost is
   * recorded later.
   */
  @Interval(BOOSTS_MS)
  async tellEndedBoosts(): Promise<void> {
    const { boostsTold: from } = this;
    const to = this.clock.now().toISOString();
    if (from === null || to <= from) return;
    this.boostsTold = to;
    try {
      const ended = await this.leaderboard.boostsEnded(from, to);
      this.changes.addEnded(ended);
    } catch (error) {
      this.boostsTold = from;
      this.logger.error(error, 'the live feed could not read which boosts have ended and will retry');
    }
    this.wake();
  }

  /**
   * Whether a listener can resume from this position. It cannot if the log has not reached it, which happens after the
   * log's data were deleted, nor if the log does not answer.
   */
  async knows(position: number): Promise<boolean> {
    return position <= this.told || position <= ((await unlessLate(this.log.head())) ?? 0);
  }

  /**
   * Sends the changes after position `after`, then all further ones, without gaps or duplicates. Returns a function
   * that stops it. Does not start if `isGone` returns true by then. A listener who missed too much, or more than the log
   * reads at once, is told to reload: if it tried again instead, it would miss even more.
   * @throws DocumentStoreUnavailableError
   */
  async join(
    listener: Listener,
    after: number,
    isGone: () => boolean,
    accountId: string | null = null,
  ): Promise<() => void> {
    for (let position = after; position < this.told && !isGone();) {
      const { told } = this;
      const read = await unlessLate(this.log.readAll(position, MOST_MISSED + 1));
      // The views may not have processed later events yet; all listeners get those once they have.
      const missed = read?.filter((event) => event.position <= told);
      position = told;
      if (!missed || missed.length > MOST_MISSED) {
        listener(reloadEvent(position));
      } else {
        const message = await this.messageOf(new LiveChanges().add(missed));
        if (message) listener(postsEvent(position, message));
      }
    }
    if (!isGone()) this.listeners.set(listener, accountId);
    return () => this.listeners.delete(listener);
  }

  /**
   * The changes after position `after`, for a reader without a stream, and the position up to which it then knows everything.
   * Without a position, only the latter. Tells a reader to reload who missed too much, or whose position is unknown.
   * @throws EventLogUnavailableError, DocumentStoreUnavailableError
   */
  async newsAfter(after: number | null): Promise<LiveNews> {
    await this.start();
    const { told } = this;
    if (after === null) return newsAt(told);
    // Another server is ahead of this one.
    if (after > told && (await this.log.head()) >= after) return newsAt(after);
    const changes = after <= told ? await this.changesAfter(after, told) : null;
    if (!changes || changes.touched.size > MOST_MISSED) return { ...newsAt(told), reload: true };
    const message = await this.messageOf(changes);
    if (message) return { ...newsAt(told), ...message };
    // Nobody has to read the log twice.
    return newsAt(after < this.recentFrom ? told : after);
  }

  async onModuleDestroy(): Promise<void> {
    this.closing.abort();
    await this.subscription?.close();
    await this.telling;
  }

  /** From memory, if it goes back that far: thousands of readers may ask. Null if they are too many. */
  private async changesAfter(after: number, told: number): Promise<LiveChanges | null> {
    if (after >= this.recentFrom) {
      const missed = this.recent.filter(({ position }) => position > after);
      return missed.reduce((all, { changes }) => all.merge(changes), new LiveChanges());
    }
    const read = await this.log.readAll(after, MOST_MISSED + 1);
    const missed = read.filter(({ position }) => position <= told);
    return missed.length > MOST_MISSED ? null : new LiveChanges().add(missed);
  }

  private remember(changes: LiveChanges): void {
    if (changes.touched.size > 0) this.recent.push({ position: this.told, changes });
    let remembered = this.recent.reduce((sum, { changes: { touched } }) => sum + touched.size, 0);
    while (remembered > MOST_REMEMBERED) {
      const oldest = this.recent.shift()!;
      remembered -= oldest.changes.touched.size;
      this.recentFrom = oldest.position;
    }
  }

  private follow(): Subscription {
    const after = this.reader.position;
    this.recentFrom = after;
    this.seen = after;
    this.told = after;
    return this.reader.follow({
      name: 'live',
      after,
      onBatch: async ({ events, to }) => this.note(events, to),
      onError: (error) => this.logger.error(error, 'the live feed could not follow the log and will retry'),
    });
  }

  private note(events: readonly Recorded[], to: number): void {
    this.changes.add(events);
    this.seen = to;
    this.events.seen += events.length;
    this.wake();
  }

  private wake(): void {
    if (!this.isTelling && this.hasNews) this.telling = this.tellAll();
  }

  private get hasNews(): boolean {
    return this.told < this.seen || !this.changes.isEmpty;
  }

  private async tellAll(): Promise<void> {
    this.isTelling = true;
    while (this.hasNews && !this.closing.signal.aborted) {
      await this.tell();
      await this.timer.rest(PACE_MS, this.closing.signal);
    }
    // In the same turn as the last check, so that no change is collected in between and lost.
    this.isTelling = false;
  }

  private async tell(): Promise<void> {
    const { changes, seen } = this;
    const { seen: eventsSeen } = this.events;
    // Changes collected from here on are sent next time, as the views may not have processed them.
    this.changes = new LiveChanges();
    try {
      const isSeen = changes.isEmpty || (await this.views.reached(seen, 'views of live news', LIVE_TYPES));
      if (!isSeen) return this.putBack(changes);
      const message = this.listeners.size > 0 ? await this.messageOf(changes) : null;
      const told = await this.toldBy(changes);
      this.told = seen;
      this.events.told = eventsSeen;
      this.remember(changes);
      const text = message && postsEvent(seen, message);
      for (const [listener, accountId] of this.listeners) {
        if (text) listener(text);
        if (accountId !== null && told.has(accountId)) listener(INBOX_EVENT);
      }
    } catch (error) {
      this.putBack(changes);
      this.logger.error(error, 'the live feed could not read the posts and will retry');
    }
  }

  /** The people whose inbox has changed: also those whose posts were liked, if anyone listens who may be one of them. */
  private async toldBy({ told, liked }: LiveChanges): Promise<ReadonlySet<string>> {
    const isAsked = liked.size > 0 && [...this.listeners.values()].some((accountId) => accountId !== null);
    return isAsked ? new Set([...told, ...(await this.leaderboard.ownersOf([...liked]))]) : told;
  }

  private putBack(changes: LiveChanges): void {
    this.changes = changes.merge(this.changes);
  }

  /** The message for `changes`, with the posts as they are now; null if nothing public changed. */
  private async messageOf(changes: LiveChanges): Promise<LiveMessage | null> {
    if (changes.touched.size === 0) return null;
    const posts = await this.leaderboard.live([...changes.touched]);
    const published = posts.filter(({ id }) => changes.published.has(id)).map(({ id }) => id);
    const boosted = posts.filter(({ id }) => changes.boosted.has(id)).map(({ id }) => id);
    // A post that was hidden may be public again by now.
    const isPublic = new Set(posts.map(({ id }) => id));
    const removed = [...changes.removed].filter((id) => !isPublic.has(id));
    return posts.length + removed.length === 0 ? null : { posts, published, boosted, removed };
  }
}
