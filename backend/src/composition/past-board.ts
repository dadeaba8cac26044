import { setImmediate as nextTurn } from 'node:timers/promises';
import { boundsOf, weekOf } from '../domain/week/iso-week.js';
import type { EventLog, Position } from '../kernel/event-log.js';
import type { EventCodec } from '../kernel/log/codec.js';
import { MemoryFolds } from '../kernel/views/memory-folds.js';
import { PastBoardFold, type PastBoardNews, type PastBoardOrder } from '../projections/past-board.js';

const PAGE = 2000;
const STANDINGS_A_MESSAGE = 1000;

interface Source {
  readonly log: EventLog;
  readonly codec: EventCodec;
}

/**
 * Folds the board from the events of the log until a position, which it reads once.
 * @throws EventLogUnavailableError
 */
export async function pastBoard(
  { log, codec }: Source,
  order: PastBoardOrder,
  tell: (news: PastBoardNews) => void,
): Promise<void> {
  const head = await log.head();
  const end = Math.min(order.position ?? head, head);
  const fold = new PastBoardFold(new MemoryFolds());
  let position = 0;
  let count = 0;
  let unreadable = 0;
  let latest: string | null = null;
  tell({ progress: { position, end, events: count } });
  const read = (after: Position) => (after < end ? log.readAll(after, PAGE) : Promise.resolve([]));
  for (let reading = read(0); ;) {
    const page = (await reading).filter((event) => event.position <= end);
    const last = page.at(-1);
    if (!last) break;
    position = last.position;
    // The next page is read while this one is decoded and folded.
    reading = read(position);
    reading.catch(() => undefined);
    const { events, undecodable } = await codec.decode(page);
    fold.add(events);
    count += page.length;
    unreadable += undecodable.length;
    for (const { metadata } of events) if (latest === null || metadata.at > latest) latest = metadata.at;
    tell({ progress: { position, end, events: count } });
    // Lets a message of the parent arrive.
    await nextTurn();
  }
  const at = order.at ?? latest;
  const week = at === null ? null : lastEndedWeek(new Date(at), order.timeZone);
  const standings = week === null ? [] : fold.standings(week);
  for (let first = 0; first < standings.length; first += STANDINGS_A_MESSAGE) {
    tell({ standings: standings.slice(first, first + STANDINGS_A_MESSAGE) });
  }
  const isIncomplete = unreadable + fold.parked > 0;
  const board = fold.board(at ?? '', order);
  tell({ board: { position: end, at, events: count, ...board, week, isIncomplete } });
}

/** The last week that had ended at this instant. */
function lastEndedWeek(instant: Date, timeZone: string): string {
  const { startsAt } = boundsOf(weekOf(instant, timeZone), timeZone);
  return weekOf(new Date(startsAt.getTime() - 1), timeZone);
}
