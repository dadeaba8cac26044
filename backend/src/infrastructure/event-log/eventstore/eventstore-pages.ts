import { FORWARDS } from '@eventstore/db-client';
import { DEADLINES } from '../../../kernel/deadlines.js';
import type { LoggedEvent, Position } from '../../../kernel/event-log.js';
import type { Deadline } from '../../../kernel/timer.js';
import type { EventStoreConnection } from './eventstore-connection.js';
import { drain, loggedEventOf, positionOf, readPositionOf } from './eventstore-events.js';

/** Reads of `$all` include the server's own events. A minimum page size saves calls where there are many of them. */
const LEAST_PAGE = 100;
/** The number of events that are read ahead at a time: so many that the cost of a call hardly counts. */
const AHEAD = 1000;
/** How many places in the log are remembered, for so many readers that go through it beside each other. */
const MOST_PLACES = 8;
/** How long read events wait for their reader. After a loss of the leader, they may not be in the log any more. */
const KEPT = 'events read ahead';

/** A page as the server sent it. */
interface Page {
  readonly events: readonly LoggedEvent[];
  /** The position of its last event, which may be one of the server's own. */
  readonly end: Position;
  /** Whether the log ended here when the page was read. */
  readonly isLast: boolean;
  /** Aborted when the client that read it was replaced. */
  readonly retired: AbortSignal;
  /** The page after it, once it is read ahead. */
  next?: Promise<Page | null>;
}

/** Where a reader goes on: behind the first `index` events of a page. */
interface Place {
  readonly page: Page;
  readonly index: number;
  readonly at: number;
}

/**
 * Reads the whole log in pages. A reader that asks for the page after the one before goes through the log: the next events are
 * read while that reader handles a page, in larger pages than it asks for. Readers at the same place share them.
 */
export class EventStorePages {
  /** By the position of the last event that a reader got, oldest first. */
  private readonly places = new Map<Position, Place>();
  private forgetting: Deadline | null = null;

  /** @param silenceMs how long the server may be silent, and the limit for retries */
  constructor(
    private readonly connection: EventStoreConnection,
    private readonly silenceMs: number,
  ) {}

  /** At most `limit` events after a position; fewer only at the end of the log. @throws EventLogUnavailableError */
  async after(position: Position, limit: number): Promise<LoggedEvent[]> {
    const known = this.placeAt(position);
    const taken: LoggedEvent[] = [];
    let page = known?.page;
    let index = known?.index ?? 0;
    // What was read before this call does not say where the log ends now.
    for (let isNew = false; ; index = 0) {
      const found = page?.events.slice(index, index + limit - taken.length) ?? [];
      for (const event of found) taken.push(event);
      index += found.length;
      if (taken.length === limit || (isNew && page?.isLast)) break;
      const ahead: Page | null = page ? await this.nextOf(page) : null;
      isNew = ahead === null;
      page =
        ahead ?? (await this.read(page?.end ?? position, Math.max(limit - taken.length + 1, LEAST_PAGE)));
    }
    const last = taken.at(-1);
    if (!page || !last || taken.length < limit) return taken;
    this.note(last.position, { page, index, at: this.connection.timer.elapsed() });
    if (known) void this.nextOf(page);
    return taken;
  }

  /** The page after one, read once for all readers that come there; null if it must be read again. */
  private async nextOf(page: Page): Promise<Page | null> {
    if (page.isLast) return null;
    page.next ??= this.read(page.end, AHEAD).catch(() => null);
    return page.next;
  }

  private placeAt(position: Position): Place | undefined {
    const place = this.places.get(position);
    const isKept =
      place &&
      !place.page.retired.aborted &&
      this.connection.timer.elapsed() - place.at <= DEADLINES[KEPT].ms;
    return isKept ? place : undefined;
  }

  private note(position: Position, place: Place): void {
    // Another reader may have come here before, with the page that the next ones share.
    if (this.placeAt(position)) return;
    this.places.delete(position);
    this.places.set(position, place);
    const [oldest] = this.places.keys();
    if (this.places.size > MOST_PLACES && oldest !== undefined) this.places.delete(oldest);
    if (this.forgetting) this.forgetting.restart();
    else this.forgetting = this.connection.timer.deadline(KEPT, () => this.forget());
  }

  /** Drops what was read ahead. */
  forget(): void {
    this.places.clear();
    this.forgetting?.end();
    this.forgetting = null;
  }

  /** Reads the page after `from` (forward reads include `from`). */
  private read(from: Position, size: number): Promise<Page> {
    return this.connection.call(`reading on from ${from}`, this.silenceMs, async (attempt) => {
      const events: LoggedEvent[] = [];
      let count = 0;
      let last: { readonly position?: { readonly commit: bigint } } | undefined;
      const read = attempt.client.readAll({
        direction: FORWARDS,
        fromPosition: readPositionOf(from),
        maxCount: size,
      });
      await drain(read, attempt, this.silenceMs, (resolved) => {
        count += 1;
        last = resolved.event ?? last;
        const event = loggedEventOf(resolved);
        if (event && event.position > from) events.push(event);
      });
      const end = last?.position ? positionOf(last.position) : from;
      return { events, end, isLast: count < size, retired: attempt.retired };
    });
  }
}
