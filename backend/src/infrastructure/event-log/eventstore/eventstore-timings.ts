import { DEADLINES } from '../../../kernel/deadlines.js';
import type { BreakerTimings } from '../../circuit-breaker/breaker.js';

/** Timeouts and pauses of the adapter, in milliseconds. Every call to the server has a deadline. */
export interface EventStoreTimings extends BreakerTimings {
  /** An append with all its retries. Long enough for a server whose disks are busy: the breaker answers when it is away. */
  readonly appendMs: number;
  /** How long the server may be silent while a stream or the head is read, and the limit for retries. */
  readonly readMs: number;
  /** The same for a page of the whole log, which no request waits for. */
  readonly pageMs: number;
  /** The timeout for the confirmation of a subscription. */
  readonly confirmMs: number;
  /** The pause before the first retry of a call; it doubles up to {@link longestRetryPauseMs}. */
  readonly firstRetryPauseMs: number;
  readonly longestRetryPauseMs: number;
  /** The pause before the first resubscription; it doubles up to {@link longestPauseMs}. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** How often a subscription is compared with the head of the log. If it has made no progress, it is replaced. */
  readonly watchdogMs: number;
  /**
   * After a batch with events of several streams, a subscription gathers the next events for so long a stream, so that
   * consumers need fewer calls and commits. After a batch of one stream the next event is not delayed.
   */
  readonly gatherMs: number;
  /** A client is replaced after this many failures in a row. The new one has no cached state. */
  readonly failuresOfAClient: number;
  /** After so much silence the other nodes of a cluster are asked who leads. */
  readonly silentLeaderMs: number;
  /** The minimum life of a client, so that an outage does not create one after another. */
  readonly leastClientMs: number;
}

export const DEFAULT_TIMINGS: EventStoreTimings = {
  appendMs: DEADLINES['EventStoreDB answer'].ms,
  readMs: DEADLINES['EventStoreDB silence'].ms,
  pageMs: 10_000,
  confirmMs: DEADLINES['EventStoreDB subscription'].ms,
  firstRetryPauseMs: 20,
  longestRetryPauseMs: 200,
  firstPauseMs: 50,
  longestPauseMs: 2000,
  watchdogMs: 5000,
  gatherMs: 2,
  failuresOfAClient: 5,
  silentLeaderMs: 1000,
  leastClientMs: 1000,
  breakAfterMs: 1000,
  probePauseMs: 250,
};
