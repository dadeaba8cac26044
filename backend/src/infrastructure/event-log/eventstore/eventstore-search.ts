import { EVENT_TYPE, type Filter } from '@eventstore/db-client';
import { DEADLINES } from '../../../kernel/deadlines.js';
import type { Found, LoggedEvent, Position } from '../../../kernel/event-log.js';
import type { Attempt, EventStoreConnection } from './eventstore-connection.js';
import { loggedEventOf, positionOf, readPositionOf } from './eventstore-events.js';
import { SilentServerError } from './eventstore-failures.js';
import { Silence } from './eventstore-silence.js';

/** The server tells how far it is every 32 times this many events. */
const CHECKPOINT_INTERVAL = 250;
/** A part of a search ends with the first checkpoint after so many found events, or so much time. */
const MOST_FOUND = 1000;
const PART_MS = 500;
/** After so much silence the log is read instead. */
const SILENT_MS = DEADLINES['EventStoreDB search'].ms;

/**
 * Searches the log on the server, which sends only the events that are found. The client can filter a subscription, but no
 * read: one subscription searches a part of the log.
 */
export class EventStoreSearch {
  constructor(
    private readonly connection: EventStoreConnection,
    private readonly limitMs: number,
  ) {}

  /**
   * @param head the head of the log, which is after `after`
   * @returns null if the server does not say how far it is: then the log must be read
   * @throws EventLogUnavailableError
   */
  after(after: Position, head: Position, types: readonly string[]): Promise<Found | null> {
    return this.connection.call(`searching on from ${after}`, this.limitMs, (attempt) =>
      searchWith(attempt, after, head, types),
    );
  }
}

async function searchWith(
  { client, retired, left, timer }: Attempt,
  after: Position,
  head: Position,
  types: readonly string[],
): Promise<Found | null> {
  retired.throwIfAborted();
  const events: LoggedEvent[] = [];
  const began = timer.elapsed();
  // Its messages are handled in a later turn, when all of this is set up.
  let reached: (to: Position) => void = () => undefined;
  const filter: Filter = {
    filterOn: EVENT_TYPE,
    prefixes: [...types],
    checkpointInterval: CHECKPOINT_INTERVAL,
    checkpointReached: async (_, position) => reached(positionOf(position)),
  };
  // Of the leader, which has all events up to the head.
  const subscription = client.subscribeToAll({
    fromPosition: readPositionOf(after),
    requiresLeader: true,
    filter,
  });
  let silence: Silence | undefined;
  let onRetired: () => void = () => undefined;
  try {
    return await new Promise<Found | null>((resolve, reject) => {
      const take = () => {
        for (let next: unknown; (next = subscription.read()) !== null;) {
          const event = loggedEventOf(next as Parameters<typeof loggedEventOf>[0]);
          if (event && event.position > after && types.includes(event.type)) events.push(event);
        }
      };
      const end = (to: Position) => {
        // What came before this message may not have been read yet.
        take();
        resolve({ events, to: Math.max(to, events.at(-1)?.position ?? 0) });
      };
      reached = (to) => {
        silence?.reset();
        take();
        const isPart = events.length >= MOST_FOUND || timer.elapsed() - began >= PART_MS || to >= head;
        if (isPart && to > after) end(to);
      };
      subscription.on('readable', () => {
        silence?.reset();
        take();
      });
      subscription.once('caughtUp', () => end(head));
      // Never removed: a late error without a listener would crash the process.
      subscription.on('error', reject);
      subscription.once('close', () => reject(new SilentServerError('the server ended a search')));
      onRetired = () => reject(retired.reason as Error);
      retired.addEventListener('abort', onRetired);
      silence = new Silence(timer, 'EventStoreDB search', Math.min(left, SILENT_MS), () => resolve(null));
    });
  } finally {
    silence?.end();
    retired.removeEventListener('abort', onRetired);
    subscription.unsubscribe().catch(() => undefined);
    subscription.destroy();
  }
}
