import { Stopwatch } from './clock.js';
import type { DeadlineName } from './deadlines.js';

/** A limit of time that runs. */
export interface Deadline {
  /** Lets it begin again with its whole time. Not after it has expired or ended. */
  restart(): void;
  /** Ends it, so that it does not expire. */
  end(): void;
}

/** All waiting by time, measured by its own stopwatch. Injected, so that tests decide when time passes. */
export abstract class Timer extends Stopwatch {
  /** Waits so many milliseconds, or until `signal` is aborted, before something is tried again. */
  abstract pause(milliseconds: number, signal?: AbortSignal): Promise<void>;

  /**
   * Waits shortly, or until `signal` is aborted, so that more comes together, others go first, or the time of an answer
   * reveals nothing. No result depends on it: tests do not wait.
   */
  abstract rest(milliseconds: number, signal?: AbortSignal): Promise<void>;

  /** Calls `expire` when the time of a deadline is over, unless it is ended before. */
  abstract deadline(name: DeadlineName, expire: () => void, milliseconds?: number): Deadline;

  /** Calls `work` every so many milliseconds, until the returned function is called. Does not keep the process alive. */
  abstract every(milliseconds: number, work: () => void): () => void;
}

/** A timer whose pauses end as soon as a server serves again that was away. */
export class Returns extends Timer {
  private next = new AbortController();

  constructor(private readonly timer: Timer) {
    super();
  }

  /** A server serves again: ends all pauses. */
  tell(): void {
    const { next } = this;
    this.next = new AbortController();
    next.abort();
  }

  override pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return this.timer.pause(milliseconds, AbortSignal.any([this.next.signal, ...(signal ? [signal] : [])]));
  }

  override rest(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return this.timer.rest(milliseconds, signal);
  }

  override deadline(name: DeadlineName, expire: () => void, milliseconds?: number): Deadline {
    return this.timer.deadline(name, expire, milliseconds);
  }

  override every(milliseconds: number, work: () => void): () => void {
    return this.timer.every(milliseconds, work);
  }

  override elapsed(): number {
    return this.timer.elapsed();
  }
}
