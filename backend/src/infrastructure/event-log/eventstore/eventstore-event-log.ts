import {
  BACKWARDS,
  END,
  ErrorType,
  FORWARDS,
  type ReadStreamOptions,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import {
  type Appended,
  EventLog,
  EventLogUnavailableError,
  type ExpectedRevision,
  type Found,
  type LoggedEvent,
  type NewEvent,
  type Position,
  type Subscription,
  type SubscriptionOptions,
  WrongExpectedRevisionError,
} from '../../../kernel/event-log.js';
import type { Timer } from '../../../kernel/timer.js';
import { SystemTimer } from '../../clock/system-clock.js';
import { EventStoreAppends } from './eventstore-appends.js';
import { timeOf } from './eventstore-clock.js';
import { type Attempt, EventStoreConnection, type OnAway, within } from './eventstore-connection.js';
import { drain, loggedEventOf, positionOf, proposalOf, readPositionOf } from './eventstore-events.js';
import { isOfType } from './eventstore-failures.js';
import { EventStorePages } from './eventstore-pages.js';
import { EventStoreSearch } from './eventstore-search.js';
import { EventStoreSubscription } from './eventstore-subscription.js';
import { DEFAULT_TIMINGS, type EventStoreTimings } from './eventstore-timings.js';

/** After this many rejections of a position there is no event at it. */
const REFUSALS_BELIEVED = 3;
/** The server's own events may follow the head, so it is searched backwards in steps. The first step mostly finds it. */
const FIRST_STEP_BACK = 10;
const STEP_BACK = 1000;

/**
 * The log on EventStoreDB (KurrentDB). Positions are the server's commit positions.
 *
 * Every append expects an exact revision, even for `any`: the server detects a repeated `any` append only until it
 * restarts. For `any` the adapter reads the stream, searches it for the ids, and expects the revision that it found;
 * after a conflict it reads again. `any` therefore reads the whole stream and is for tests and tools only.
 */
export class EventStoreEventLog extends EventLog {
  private readonly connection: EventStoreConnection;
  private readonly appends = new EventStoreAppends();
  private readonly pages: EventStorePages;
  private readonly searches: EventStoreSearch;
  private readonly timings: EventStoreTimings;
  private readonly subscriptions = new Set<EventStoreSubscription>();
  private readonly underWay = new Set<Promise<unknown>>();
  private lastSeen: Position = 0;

  /**
   * Does not connect yet: if the server is unreachable, the first call fails with EventLogUnavailableError.
   *
   * @param url `esdb://…` or `esdb+discover://…` (or `kurrentdb…`), with credentials and TLS
   * @param onAway called when the server counts as away, with the reason, and when it serves again, with null
   * @throws TypeError for an invalid URL, or options that the client would ignore silently
   */
  constructor(
    url: string,
    timings: Partial<EventStoreTimings> = {},
    onAway?: OnAway,
    private readonly timer: Timer = new SystemTimer(),
  ) {
    super();
    this.timings = { ...DEFAULT_TIMINGS, ...timings };
    this.connection = new EventStoreConnection(url, this.timings, timer, probe, (reason) => {
      if (reason === null) for (const subscription of this.subscriptions) subscription.hurry();
      onAway?.(reason);
    });
    this.pages = new EventStorePages(this.connection, this.timings.pageMs);
    this.searches = new EventStoreSearch(this.connection, this.timings.pageMs);
  }

  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<Appended> {
    if (events.length === 0) return Promise.reject(new RangeError('an append needs at least one event'));
    const work =
      expected === 'any' ? this.appendAnywhere(stream, events) : this.appendAt(stream, expected, events);
    this.underWay.add(work);
    const forget = () => this.underWay.delete(work);
    work.then(forget, forget);
    return work;
  }

  readStream(stream: string, fromRevision = 0, limit?: number): Promise<LoggedEvent[]> {
    const maxCount = limit === undefined ? {} : { maxCount: limit };
    return this.eventsOf(stream, `reading ${stream}`, { fromRevision: BigInt(fromRevision), ...maxCount });
  }

  async readLast(stream: string): Promise<LoggedEvent | null> {
    const last = { direction: BACKWARDS, fromRevision: END, maxCount: 1 } as const;
    const [event] = await this.eventsOf(stream, `reading the end of ${stream}`, last);
    return event ?? null;
  }

  async readAll(after: Position, limit: number): Promise<LoggedEvent[]> {
    const events = await this.pages.after(after, limit);
    this.see(events.at(-1)?.position);
    return events;
  }

  override async search(types: readonly string[], after: Position): Promise<Found | null> {
    const head = await this.head();
    if (after >= head) return null;
    return (await this.searches.after(after, head, types)) ?? super.search(types, after);
  }

  async readAt(position: Position): Promise<LoggedEvent | null> {
    if (position <= 0 || position > (await this.head())) return null;
    const { readMs } = this.timings;
    let refusals = 0;
    return this.connection.call(`reading at ${position}`, readMs, async (attempt) => {
      let found: LoggedEvent | null = null;
      try {
        const from = { direction: FORWARDS, fromPosition: readPositionOf(position), maxCount: 1 } as const;
        await drain(attempt.client.readAll(from), attempt, readMs, (resolved) => {
          found = loggedEventOf(resolved);
        });
      } catch (error) {
        // The server answers this where no event begins, but also after other failures: ask again to be sure.
        if (!isOfType(error, ErrorType.UNKNOWN)) throw error;
        refusals += 1;
        if (refusals < REFUSALS_BELIEVED) throw error;
      }
      return (found as LoggedEvent | null)?.position === position ? found : null;
    });
  }

  async head(): Promise<Position> {
    const { readMs } = this.timings;
    const seen = this.lastSeen;
    return this.connection.call('reading its head', readMs, async (attempt) => {
      let from: ReturnType<typeof readPositionOf> = END;
      for (let step = FIRST_STEP_BACK; ; step = STEP_BACK) {
        let count = 0;
        let oldest = 0;
        let found: Position | null = null;
        const read = attempt.client.readAll({ direction: BACKWARDS, fromPosition: from, maxCount: step });
        await drain(read, attempt, readMs, (resolved) => {
          count += 1;
          oldest = positionOf(resolved.event?.position ?? { commit: 0n });
          found ??= loggedEventOf(resolved)?.position ?? null;
        });
        if (found !== null) this.see(found);
        if (found !== null || count < step || oldest <= seen) return found ?? seen;
        from = readPositionOf(oldest);
      }
    });
  }

  async serverTime(): Promise<Date> {
    const time = await this.connection.call('reading its clock', this.timings.readMs, (attempt) =>
      within(attempt, timeOf(attempt.client)),
    );
    if (time === null) throw new EventLogUnavailableError('the event log does not tell its time');
    return time;
  }

  subscribe(options: SubscriptionOptions): Subscription {
    const subscription = new EventStoreSubscription(
      this.connection,
      () => this.head(),
      options,
      this.timings,
      () => this.subscriptions.delete(subscription),
    );
    this.subscriptions.add(subscription);
    return subscription;
  }

  async close(): Promise<void> {
    await Promise.all([...this.subscriptions].map((subscription) => subscription.close()));
    await Promise.allSettled(this.underWay);
    this.pages.forget();
    await this.connection.close();
  }

  /** All attempts have the same ids and expected revision, so the server detects a retry and writes nothing twice. */
  private async appendAt(
    stream: string,
    expected: number | 'noStream',
    events: readonly NewEvent[],
  ): Promise<Appended> {
    const append = { stream, expected, events: events.map(proposalOf) };
    try {
      const { appendMs } = this.timings;
      const { revision, position: answered } = await this.connection.call(
        `appending to ${stream}`,
        appendMs,
        (attempt) => this.appends.send(attempt, append),
      );
      const position = answered ?? (await this.positionAt(stream, revision));
      this.see(position);
      return { revision, position };
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) {
        const { actualVersion } = error;
        const actual = typeof actualVersion === 'bigint' ? Number(actualVersion) : null;
        throw new WrongExpectedRevisionError(stream, expected, actual);
      }
      if (isOfType(error, ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED)) {
        throw new RangeError(`an append to ${stream} is larger than the server accepts`, { cause: error });
      }
      throw error;
    }
  }

  private async appendAnywhere(stream: string, events: readonly NewEvent[]): Promise<Appended> {
    const until = this.timer.elapsed() + this.timings.appendMs;
    for (;;) {
      const known = await this.readStream(stream);
      const earlier = earlierAppend(stream, known, events);
      if (earlier) return earlier;
      try {
        return await this.appendAt(stream, known.at(-1)?.revision ?? 'noStream', events);
      } catch (error) {
        if (!(error instanceof WrongExpectedRevisionError)) throw error;
        if (this.timer.elapsed() >= until) {
          throw new EventLogUnavailableError(`${stream} has too many concurrent appends`, { cause: error });
        }
      }
    }
  }

  /** The server may leave out the position of a repeated append. */
  private async positionAt(stream: string, revision: number): Promise<Position> {
    const [event] = await this.readStream(stream, revision);
    if (!event)
      throw new EventLogUnavailableError(`${stream} has no event ${revision}, though it was acknowledged`);
    return event.position;
  }

  /** Events of one stream; none if it does not exist. */
  private async eventsOf(stream: string, what: string, options: ReadStreamOptions): Promise<LoggedEvent[]> {
    const { readMs } = this.timings;
    try {
      return await this.connection.call(what, readMs, async (attempt) => {
        const events: LoggedEvent[] = [];
        await drain(attempt.client.readStream(stream, options), attempt, readMs, (resolved) => {
          const event = loggedEventOf(resolved);
          if (event) events.push(event);
        });
        return events;
      });
    } catch (error) {
      if (isOfType(error, ErrorType.STREAM_NOT_FOUND)) return [];
      throw error;
    }
  }

  private see(position = 0): void {
    this.lastSeen = Math.max(this.lastSeen, position);
  }
}

/** The smallest read of the log. Like every read, it needs a login that may read. */
function probe(attempt: Attempt): Promise<void> {
  const last = { direction: BACKWARDS, fromPosition: END, maxCount: 1 } as const;
  return drain(attempt.client.readAll(last), attempt, attempt.left, () => undefined);
}

/** The result of an earlier attempt of this append, if its events are consecutive in the stream; else null. */
function earlierAppend(
  stream: string,
  known: readonly LoggedEvent[],
  events: readonly NewEvent[],
): Appended | null {
  const first = known.findIndex(({ id }) => id === events[0]?.id);
  if (first === -1) return null;
  const written = known.slice(first, first + events.length);
  const last = written.at(-1);
  if (
    last &&
    written.length === events.length &&
    written.every(({ id }, index) => id === events[index]?.id)
  ) {
    return { revision: last.revision, position: last.position };
  }
  throw new WrongExpectedRevisionError(stream, 'any', known.at(-1)?.revision ?? null);
}
