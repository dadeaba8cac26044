import type { AnyAggregate } from './aggregate.js';

/** The state of an aggregate after the last event of its stream. */
export interface StreamState {
  readonly state: unknown;
  /** The revision of the last event; null if the stream does not exist. */
  readonly revision: number | null;
  /** The position of the last event; 0 if the stream does not exist. */
  readonly position: number;
}

/**
 * The states of aggregates, read from their streams. Decisions use these and never a view, because a view may be behind or
 * frozen.
 */
export abstract class States {
  /**
   * The current state of an aggregate; its initial state if the stream does not exist. In a request that only shows
   * something, the cached state while the log is unavailable, if there is one.
   * @throws EventLogUnavailableError, UndecodableError
   */
  abstract of<State>(aggregate: AnyAggregate & { readonly initial: State }, id: string): Promise<State>;

  /**
   * The same for answers that only show something. While the log is unavailable, returns the cached state, which may be
   * stale, or null if there is none.
   */
  abstract toRead<State>(
    aggregate: AnyAggregate & { readonly initial: State },
    id: string,
  ): Promise<State | null>;

  /** Clears the cache: personal data in states must not outlive its key. */
  abstract forgetAll(): void;
}
