import {
  type Appended,
  EventLog,
  EventLogUnavailableError,
  type ExpectedRevision,
  type LoggedEvent,
  type NewEvent,
  type Position,
  type Subscription,
  type SubscriptionOptions,
} from '../kernel/event-log.js';
import { Waiting, type WaitingParts } from './waiting.js';

/**
 * A log for bulk writers. While the server is away, each call is repeated as it was: an append with the same ids and the
 * same expected revision, which writes nothing if its first attempt was written after all.
 */
export class RetryingLog extends EventLog {
  /** The number of appends that were acknowledged. */
  appends = 0;
  private readonly waiting: Waiting;

  constructor(
    private readonly log: EventLog,
    parts: Omit<WaitingParts, 'isAway'>,
  ) {
    super();
    const isAway = (error: unknown) => error instanceof EventLogUnavailableError;
    this.waiting = new Waiting({ ...parts, isAway });
  }

  override async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<Appended> {
    const appended = await this.waiting.through(() => this.log.append(stream, expected, events));
    this.appends += 1;
    return appended;
  }

  override readStream(stream: string, fromRevision?: number, limit?: number): Promise<LoggedEvent[]> {
    return this.waiting.through(() => this.log.readStream(stream, fromRevision, limit));
  }

  override readLast(stream: string): Promise<LoggedEvent | null> {
    return this.waiting.through(() => this.log.readLast(stream));
  }

  override readAll(after: Position, limit: number): Promise<LoggedEvent[]> {
    return this.waiting.through(() => this.log.readAll(after, limit));
  }

  override readAt(position: Position): Promise<LoggedEvent | null> {
    return this.waiting.through(() => this.log.readAt(position));
  }

  override head(): Promise<Position> {
    return this.waiting.through(() => this.log.head());
  }

  override serverTime(): Promise<Date | null> {
    return this.waiting.through(() => this.log.serverTime());
  }

  /** A subscription retries by itself. */
  override subscribe(options: SubscriptionOptions): Subscription {
    return this.log.subscribe(options);
  }

  override close(): Promise<void> {
    return this.log.close();
  }
}
