/** How long the adapter waits for what, in milliseconds. Every call to the server has a deadline of its own. */
export interface EventStoreTimings {
  /** An append with all its repetitions. Below a second, so that a request is refused within one while the log is away. */
  readonly appendMs: number;
  /** The silence that a read of a stream or of the head bears, and the time for its repetitions. */
  readonly readMs: number;
  /** The same for a page of the whole log, which nobody at a browser waits for. */
  readonly pageMs: number;
  /** How long the confirmation of a subscription may take. */
  readonly confirmMs: number;
  /** The pause before a call is repeated for the first time; it doubles up to {@link longestRetryPauseMs}. */
  readonly firstRetryPauseMs: number;
  readonly longestRetryPauseMs: number;
  /** The pause before a subscription begins anew for the first time; it doubles up to {@link longestPauseMs}. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** How often a subscription is compared with the head of the log. One that has not moved towards it by the next time begins anew. */
  readonly watchdogMs: number;
  /** So many failures in a row end a client; the next one begins without whatever the last one has cached. */
  readonly failuresOfAClient: number;
  /** A client is given at least so long, or an outage would make one after another. */
  readonly leastClientMs: number;
}

export const DEFAULT_TIMINGS: EventStoreTimings = {
  appendMs: 800,
  readMs: 800,
  pageMs: 10_000,
  confirmMs: 2000,
  firstRetryPauseMs: 20,
  longestRetryPauseMs: 200,
  firstPauseMs: 50,
  longestPauseMs: 2000,
  watchdogMs: 5000,
  failuresOfAClient: 5,
  leastClientMs: 1000,
};
