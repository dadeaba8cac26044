import type { Subscription } from '../event-log.js';
import type { LogReader } from '../log/log-reader.js';
import type { Projection } from '../projection.js';
import type { ViewFeed } from './view-feed.js';
import { Waiters } from './waiters.js';

/** The state of a view, for /health and the back office. */
export interface ViewHealth {
  readonly name: string;
  /** The generation that queries read; null if there is none. */
  readonly generation: string | null;
  readonly position: number;
  readonly parked: number;
  readonly state: 'live' | 'building' | 'failed';
  /** Why it cannot take the events of the log, or why its last build failed; null if neither. */
  readonly error: string | null;
  /** Whether it cannot take the events of the log at the moment. */
  readonly isStuck: boolean;
}

/** A feed that follows the log. */
export interface Following {
  readonly feed: ViewFeed;
  readonly subscription: Subscription;
}

/** One view of this process: the generation that queries read, its feed, and its waiters. */
export class ViewSlot {
  /** The generation that queries read; null if there is none. */
  generation: string | null = null;
  /** Set while a new generation is built, and after that build failed. */
  build: 'building' | 'failed' | null = null;
  /** Why the last build failed; null after a successful one. */
  buildError: string | null = null;
  /** Resolves when a generation that can't be read is no longer used. */
  mending: Promise<void> = Promise.resolve();
  private following: Following | null = null;
  private error: string | null = null;
  /** A reader waited in vain. No reader waits again until the view has caught up. */
  private isLate = false;
  private readonly waiters = new Waiters();

  constructor(readonly projection: Projection<object>) {}

  /** Its feed; null for a view that is frozen or missing. */
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

  /** Resolves with true when queries read everything up to `position`, with false after `milliseconds`. */
  seen(position: number, milliseconds: number): Promise<boolean> {
    return this.waiters.wait(() => this.hasSeen(position), milliseconds);
  }

  /** The same for readers. They do not wait for a view without a feed, or for one that another reader waited for in vain. */
  async reached(position: number, milliseconds: number): Promise<boolean> {
    if (this.feed === null) return true;
    if (this.isLate) return this.hasSeen(position);
    const isReached = await this.seen(position, milliseconds);
    if (!isReached) this.isLate = true;
    return isReached;
  }

  /**
   * Lets a feed follow the log from its checkpoint.
   * @param onCaughtUp called each time it has handled everything that was read
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
        if (feed === this.feed) this.error = messageOf(error);
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

  /**
   * Lets a feed follow the log, and resolves when it has caught up. Closes its view on failure.
   * @throws Error when `stopping` is aborted before
   */
  async catchUp(
    reader: LogReader,
    feed: ViewFeed,
    onError: (error: unknown) => void,
    stopping: AbortSignal,
  ): Promise<Following> {
    let following: Following | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        const stop = () => reject(new Error(`stopped before ${feed.projection.name} had caught up`));
        stopping.addEventListener('abort', stop, { once: true });
        if (stopping.aborted) stop();
        following = this.follow(reader, feed, onError, () => {
          stopping.removeEventListener('abort', stop);
          resolve();
        });
      });
      return following as unknown as Following;
    } catch (error) {
      await following?.subscription.close();
      await feed.view.close();
      throw error;
    }
  }

  /** Replaces the feed and its subscription. Returns the previous ones. */
  replace(following: Following | null, generation: string | null): Following | null {
    const before = this.following;
    this.following = following;
    this.generation = generation;
    this.error = null;
    this.isLate = false;
    this.waiters.settle();
    return before;
  }

  /** Records that a build failed. */
  fail(error: unknown): void {
    this.build = 'failed';
    this.buildError = messageOf(error);
  }

  /** Stops after the current batch, with the checkpoint stored. */
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
      error: this.error ?? this.buildError,
      isStuck: this.error !== null,
    };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
