/**
 * Where an event is in the log. A safe integer: greater is later, gaps are allowed, 0 is before the first event.
 * A stored checkpoint is the position of the last event processed.
 */
export type Position = number;

/** The revision that a stream must have: an exact one (0 is the first event), no stream, or any. */
export type ExpectedRevision = number | 'noStream' | 'any';

/** An event to append. `id` is a UUID and makes the append idempotent; data and metadata are JSON values. */
export interface NewEvent {
  readonly id: string;
  readonly type: string;
  readonly data: object;
  readonly metadata: object;
}

/**
 * An event as written, with its revision in its stream and its position in the log. `data` and `metadata` are JSON
 * objects, or the raw text if it is not a JSON object: an adapter never fails for one bad event, the codec rejects it.
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

/** The result of an append: revision and position of its last event. */
export interface Appended {
  readonly revision: number;
  readonly position: Position;
}

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

/** The log can't be reached or did not answer in time. It is unknown whether an append was written. */
export class EventLogUnavailableError extends Error {
  override readonly name = 'EventLogUnavailableError';
}

export interface Subscription {
  /** Stops it. Resolves when the current batch, if any, has been processed. */
  close(): Promise<void>;
}

export interface SubscriptionOptions {
  /** Delivers events after this position only. */
  readonly after: Position;
  /** The maximum number of events per batch. */
  readonly batchSize: number;
  /**
   * Called with one batch at a time, in log order. The next call comes when it has resolved. If it rejects, the same
   * events are delivered again after a pause, so it must be idempotent.
   */
  readonly onBatch: (events: readonly LoggedEvent[]) => Promise<void>;
  /** Called for each failure of `onBatch` or of the log. The subscription retries. */
  readonly onError: (error: unknown) => void;
  /** Called once after failures, when the log is readable again or the batch was processed, even if no event came. */
  readonly onRecovered?: () => void;
}

/** The events of some types in a part of the log that ends at `to`. */
export interface Found {
  readonly events: readonly LoggedEvent[];
  readonly to: Position;
}

/** How many events a search reads at a time. */
const SEARCHED = 2000;

/** The log of all events, in order. Its contract is `test/contracts/event-log.contract.ts`. */
export abstract class EventLog {
  /**
   * Appends all of `events` (at least one) to `stream`, or none.
   * Idempotent: the same append again (same ids, same order, same expected revision) returns the first result and writes
   * nothing.
   * @throws WrongExpectedRevisionError, EventLogUnavailableError
   */
  abstract append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<Appended>;

  /** The events of a stream from `fromRevision`, in order. Empty if the stream does not exist. */
  abstract readStream(stream: string, fromRevision?: number, limit?: number): Promise<LoggedEvent[]>;

  /** The last event of a stream; null if the stream does not exist. */
  abstract readLast(stream: string): Promise<LoggedEvent | null>;

  /** At most `limit` events after `after`, in log order. Empty at the end of the log. */
  abstract readAll(after: Position, limit: number): Promise<LoggedEvent[]>;

  /**
   * Searches a part of the log after a position for events of these types. Returns them in log order, and the position up to
   * which it has searched; null at the end of the log. A log that has to read all events to find them does so.
   * @throws EventLogUnavailableError
   */
  async search(types: readonly string[], after: Position): Promise<Found | null> {
    const events = await this.readAll(after, SEARCHED);
    const last = events.at(-1);
    if (!last) return null;
    return { events: events.filter(({ type }) => types.includes(type)), to: last.position };
  }

  /** The event at exactly this position, or null. */
  abstract readAt(position: Position): Promise<LoggedEvent | null>;

  /** The position of the last event, 0 in an empty log. */
  abstract head(): Promise<Position>;

  /**
   * The time on the clock of the server, to the second; null for a log in files, which has the clock of this process.
   * @throws EventLogUnavailableError, also if the server does not tell its time
   */
  abstract serverTime(): Promise<Date | null>;

  /** Delivers all events after `after`, then new ones as they are appended, without gaps or repeats. */
  abstract subscribe(options: SubscriptionOptions): Subscription;

  /**
   * What is wrong with the stored log and what to do, or null: reads all of it, outside of the main thread. A log on a
   * server is looked after there.
   */
  async damage(_stopping: AbortSignal): Promise<Error | null> {
    return null;
  }

  /** Waits for running appends and releases resources. */
  abstract close(): Promise<void>;
}
