/**
 * A place in the log. Safe integers: greater is later, gaps are allowed, 0 is before the first event.
 * Whoever stores one stores the position of the last event it has handled.
 */
export type Position = number;

/** The revision a stream is expected at: an exact one (0 is the first event), none, or any. */
export type ExpectedRevision = number | 'noStream' | 'any';

/** An event to append. `id` is a UUID and makes the append idempotent; data and metadata are JSON values. */
export interface NewEvent {
  readonly id: string;
  readonly type: string;
  readonly data: object;
  readonly metadata: object;
}

/**
 * An event as it was written, with its place in its stream and in the log. `data` and `metadata` are JSON objects, or the
 * text as written in the log when it is not a JSON object: an adapter never fails for one bad event, the codec
 * refuses it.
 */
export interface LoggedEvent {
  readonly id: string;
  readonly stream: string;
  readonly type: string;
  readonly data: object | string;
  readonly metadata: object | string;
  readonly revision: number;
  readonly position: Position;
}

/** What an append answers: the revision and position of its last event. */
export interface Appended {
  readonly revision: number;
  readonly position: Position;
}

/** The stream is not at the expected revision. */
export class WrongExpectedRevisionError extends Error {
  override readonly name = 'WrongExpectedRevisionError';

  constructor(
    readonly stream: string,
    readonly expected: ExpectedRevision,
    readonly actual: number | null,
  ) {
    super(`${stream} is at ${actual ?? 'no stream'}, expected ${expected}`);
  }
}

/** The log can't be reached or did not answer in time; whether an append was written is then unknown. */
export class EventLogUnavailableError extends Error {
  override readonly name = 'EventLogUnavailableError';
}

/** A running subscription. */
export interface Subscription {
  /** Ends it: resolves when the batch under way, if any, has been handled. */
  close(): Promise<void>;
}

export interface SubscriptionOptions {
  /** Handles events after this position only. */
  readonly after: Position;
  /** The largest batch that `onBatch` is given. */
  readonly batchSize: number;
  /**
   * Called with one batch at a time, in the order of the log; the next comes when it has resolved. When it
   * rejects, the same events are given again after a pause, so it must be able to meet an event twice.
   */
  readonly onBatch: (events: readonly LoggedEvent[]) => Promise<void>;
  /** Told of each failure of `onBatch` or of the log itself; the subscription goes on by itself. */
  readonly onError: (error: unknown) => void;
  /** Told once when it goes on after failures: the log is followed again, or the batch was handled. No event need have come. */
  readonly onRecovered?: () => void;
}

/** The log of every event, in order. Its contract is `test/contracts/event-log.contract.ts`. */
export abstract class EventLog {
  /**
   * Appends all of `events` (at least one) to `stream`, or none.
   * The same append again – same ids, same order, same expectation – answers as the first time and writes
   * nothing.
   * @throws WrongExpectedRevisionError, EventLogUnavailableError
   */
  abstract append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<Appended>;

  /** The events of a stream from `fromRevision` on, in order; a stream that isn't there is empty. */
  abstract readStream(stream: string, fromRevision?: number): Promise<LoggedEvent[]>;

  /** The last event of a stream; null for a stream that isn't there. */
  abstract readLast(stream: string): Promise<LoggedEvent | null>;

  /** At most `limit` events after `after`, in the order of the log; empty at its end. */
  abstract readAll(after: Position, limit: number): Promise<LoggedEvent[]>;

  /** The event at exactly this position, or null. */
  abstract readAt(position: Position): Promise<LoggedEvent | null>;

  /** The position of the last event, 0 in an empty log. */
  abstract head(): Promise<Position>;

  /** Catches up from `after` and then stays live, without a gap or a repeat between the two. */
  abstract subscribe(options: SubscriptionOptions): Subscription;

  /** Lets appends under way finish and frees what it holds. */
  abstract close(): Promise<void>;
}
