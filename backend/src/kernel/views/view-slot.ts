import type { Subscription } from '../event-log.js';
import type { LogReader } from '../log/log-reader.js';
import type { Projection } from '../projection.js';
import type { ViewFeed } from './view-feed.js';
import { Waiters } from './waiters.js';

/** How a view stands, for /health and the back office. */
export interface ViewHealth {
  readonly name: string;
  /** What queries read; null while there is nothing yet. */
  readonly generation: string | null;
  readonly position: number;
  readonly parked: number;
  readonly state: 'live' | 'building' | 'failed';
  /** What keeps it from going on; null while nothing does. */
  readonly error: string | null;
}

/** A feed that follows the log. */
export interface Following {
  readonly feed: ViewFeed;
  readonly subscription: Subscription;
}

/** One view of this process: the generation that queries read, what feeds it, and those who wait for it. */
export class ViewSlot {
  /** What queries read; null while there is nothing yet. */
  generation: string | null = null;
  /** Set while a successor is built, and after that has failed. */
  build: 'building' | 'failed' | null = null;
  /** Resolves when a generation that can't be read is out of use. */
  mending: Promise<void> = Promise.resolve();
  private following: Following | null = null;
  private error: string | null = null;
  /** Somebody waited for it in vain: nobody does again until it has caught up. */
  private isLate = false;
  private readonly waiters = new Waiters();

  constructor(readonly projection: Projection<object>) {}

  /** What feeds it; null for a view that is frozen or not there. */
  get feed(): ViewFeed | null {
    return this.following?.feed ?? null;
  }

  /** Whether it folds events of one of these types. */
  hears(types: readonly string[]): boolean {
    return types.some((type) => type in this.projection.on);
  }

  /** Whether queries read everything up to `position`. */
  hasSeen(position: number): boolean {
    return this.feed !== null && this.feed.position >= position;
  }

  /** Resolves with whether queries read everything up to `position`, after `milliseconds` at most. */
  seen(position: number, milliseconds: number): Promise<boolean> {
    return this.waiters.wait(() => this.hasSeen(position), milliseconds);
  }

  /** The same for a reader, who does not wait for a view that stands still or has made another reader wait in vain. */
  async reached(position: number, milliseconds: number): Promise<boolean> {
    if (this.feed === null) return true;
    if (this.isLate) return this.hasSeen(position);
    const isReached = await this.seen(position, milliseconds);
    if (!isReached) this.isLate = true;
    return isReached;
  }

  /**
   * Lets a feed follow the log from where it stands.
   * @param onCaughtUp called each time that it has handled everything that was read
   */
  follow(
    reader: LogReader,
    feed: ViewFeed,
    onError: (error: unknown) => void,
    onCaughtUp: () => void = () => undefined,
  ): Following {
    const subscription = reader.follow({
      name: feed.projection.name,
      after: feed.position,
      onBatch: async ({ events, undecodable, to }) => {
        const last = [events.at(-1), undecodable.at(-1)].find((event) => event?.position === to);
        await feed.handle(events, to, last?.id);
        if (feed === this.feed) this.waiters.settle();
      },
      onError: (error) => {
        if (feed === this.feed) this.error = error instanceof Error ? error.message : String(error);
        onError(error);
      },
      onRecovered: () => {
        if (feed === this.feed) this.error = null;
      },
      onCaughtUp: () => {
        if (feed === this.feed) this.isLate = false;
        onCaughtUp();
      },
    });
    return { feed, subscription };
  }

  /** Puts what follows the log in the place of what did before; returns that. */
  replace(following: Following | null, generation: string | null): Following | null {
    const before = this.following;
    this.following = following;
    this.generation = generation;
    this.error = null;
    this.isLate = false;
    this.waiters.settle();
    return before;
  }

  /** Stops at the border of a batch, with the checkpoint stored. */
  async stop(): Promise<void> {
    await this.following?.subscription.close();
    await this.feed?.flush();
  }

  health(): ViewHealth {
    return {
      name: this.projection.name,
      generation: this.generation,
      position: this.feed?.position ?? 0,
      parked: this.feed?.parked ?? 0,
      state: this.build ?? 'live',
      error: this.error,
    };
  }
}
