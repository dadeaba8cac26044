import { FORWARDS } from '@eventstore/db-client';
import type { LoggedEvent, Position } from '../../../kernel/event-log.js';
import type { EventStoreConnection } from './eventstore-connection.js';
import { drain, loggedEventOf, positionOf, readPositionOf } from './eventstore-events.js';

/** Reads of `$all` include the server's own events. A minimum page size saves calls where there are many of them. */
const LEAST_PAGE = 100;
/** The number of events that are read ahead at a time: so many that the cost of a call hardly counts. */
const AHEAD = 2000;
/** How many ends of pages are remembered, for so many readers that go through the log beside each other. */
const MOST_ENDS = 32;
/** How long read events wait for their reader. After a loss of the leader, they may not be in the log any more. */
const KEPT_MS = 5000;

/** A page as the server sent it. `end` may be the position of one of the server's own events. */
interface Page {
  readonly events: readonly LoggedEvent[];
  readonly end: Position;
  readonly isLast: boolean;
  /** Aborted when the client that read it was replaced. */
  readonly retired: AbortSignal;
}

/** The end of a full page that was returned, and what was read after it. */
interface End {
  readonly ahead: Promise<Page>;
  readonly at: number;
}

/**
 * Reads the whole log in pages. Whoever asks for the page after the one before goes through the log: the next events are
 * read while that reader handles a page, in larger pages than it asks for. Readers at the same place share them.
 */
export class EventStorePages {
  /** By position, oldest first. */
  private readonly ends = new Map<Position, End>();
  private forgetting: NodeJS.Timeout | null = null;

  /** @param silenceMs how long the server may be silent, and the limit for retries */
  constructor(
    private readonly connection: EventStoreConnection,
    private readonly silenceMs: number,
  ) {}

  /** At most `limit` events after a position; fewer only at the end of the log. @throws EventLogUnavailableError */
  async after(position: Position, limit: number): Promise<LoggedEvent[]> {
    const isGoingOn = this.endAt(position) !== undefined;
    let page = await this.readAhead(position);
    const events = [...(page?.events ?? [])];
    // The end of the log is where a read ends that began after this call.
    while (events.length < limit) {
      const wanted = Math.max(limit - events.length + 1, LEAST_PAGE);
      page = await this.page(page?.end ?? position, wanted);
      for (const event of page.events) events.push(event);
      if (page.isLast) break;
    }
    const taken = events.slice(0, limit);
    const last = taken.at(-1);
    if (page && last && taken.length === limit) {
      const rest = { ...page, events: events.slice(limit) };
      this.note(last.position, () => (isGoingOn ? this.readOn(rest, limit) : Promise.resolve(rest)));
    }
    return taken;
  }

  private endAt(position: Position): End | undefined {
    const end = this.ends.get(position);
    if (!end || performance.now() - end.at <= KEPT_MS) return end;
    this.ends.delete(position);
    return undefined;
  }

  /** What was read after a position and is still the log's. If it could not be read ahead, it is read again. */
  private async readAhead(position: Position): Promise<Page | null> {
    const page = await this.endAt(position)?.ahead.catch(() => null);
    if (page && !page.retired.aborted) return page;
    this.ends.delete(position);
    return null;
  }

  /** What is left of a page, and what comes after it if that is less than a reader asks for. */
  private async readOn(rest: Page, limit: number): Promise<Page> {
    const { events } = rest;
    if (events.length >= limit) return rest;
    const page = await this.page(rest.end, AHEAD);
    return { ...page, events: [...events, ...page.events] };
  }

  /** Another reader may have come here before: then what it reads ahead is for both. */
  private note(position: Position, read: () => Promise<Page>): void {
    if (this.endAt(position)) return;
    const ahead = read();
    ahead.catch(() => undefined);
    this.ends.set(position, { ahead, at: performance.now() });
    if (this.ends.size > MOST_ENDS) this.ends.delete(this.ends.keys().next().value ?? 0);
    this.forgetting ??= setTimeout(() => this.forget(), KEPT_MS).unref();
    this.forgetting.refresh();
  }

  private forget(): void {
    this.ends.clear();
    this.forgetting = null;
  }

  /** Reads the page after `from` (forward reads include `from`). */
  private page(from: Position, size: number): Promise<Page> {
    return this.connection.call(`reading on from ${from}`, this.silenceMs, async (attempt) => {
      const events: LoggedEvent[] = [];
      let count = 0;
      let end = from;
      const read = attempt.client.readAll({
        direction: FORWARDS,
        fromPosition: readPositionOf(from),
        maxCount: size,
      });
      await drain(read, attempt, this.silenceMs, (resolved) => {
        count += 1;
        end = positionOf(resolved.event?.position ?? { commit: BigInt(end) });
        const event = end > from ? loggedEventOf(resolved) : null;
        if (event) events.push(event);
      });
      return { events, end, isLast: count < size, retired: attempt.retired };
    });
  }
}
