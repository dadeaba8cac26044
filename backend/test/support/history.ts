import { seededRandom, seededUuid } from '../../src/demo/random.js';
import { RandomIds, SystemClock } from '../../src/infrastructure/clock/system-clock.js';
import type { DecidedEvent, EventCodec } from '../../src/kernel/log/codec.js';
import type { Actor } from '../../src/kernel/event.js';
import type { EventLog } from '../../src/kernel/event-log.js';
import { LogIdentity } from '../../src/kernel/log/log-identity.js';
import type { Storage } from '../../src/composition/storage.js';
import { adminActs } from './history-admins.js';
import { communityActs } from './history-community.js';
import { moderationActs } from './history-moderation.js';
import { paymentActs } from './history-payments.js';
import { peopleActs } from './history-people.js';
import { type Chapter, START, type Teller } from './history-teller.js';

/** The events are spread over six weeks, in milliseconds. */
const SPAN_MS = 42 * 86_400_000;
/**
 * A history of at least `size` events with every event type, in a possible order. The same seed gives the same history.
 */
export function* randomHistory(seed: number, size: number): Generator<Chapter> {
  const random = seededRandom(seed);
  const revisions = new Map<string, number>();
  let count = 0;
  const teller: Teller = {
    seed,
    known: {
      admins: [],
      accounts: [],
      unclaimed: [],
      posts: [],
      comments: [],
      ratings: [],
      likes: [],
      liked: new Set(),
      reports: new Map(),
      achievements: new Set(),
      payments: [],
      week: 0,
    },
    random,
    uuid: () => seededUuid(random),
    hex: (digits) => Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join(''),
    pick: (items) => items[Math.floor(random() * items.length)],
    now: () => new Date(START + Math.floor((count / size) * SPAN_MS)),
    chapter: (stream, ...events) => {
      const at = teller.now().toISOString();
      const before = revisions.get(stream);
      revisions.set(stream, (before ?? -1) + events.length);
      count += events.length;
      const recorded = events.map(({ type, data }) => ({
        id: seededUuid(random),
        type,
        data,
        metadata: metadata(at, actorOf(type, data)),
      }));
      return { stream, expected: before ?? 'noStream', events: recorded };
    },
  };
  const people = peopleActs(teller);
  const acts = [
    ...people,
    ...communityActs(teller),
    ...paymentActs(teller),
    ...adminActs(teller),
    ...moderationActs(teller),
  ];
  const [register] = people;
  while (count < size) yield* (teller.pick(acts) ?? register)();
}

/** Only visitors upload photos here: some of them share a network. */
function actorOf(type: string, data: object): Actor {
  return type === 'PhotoRated' && 'uploader' in data
    ? { kind: 'visitor', id: String(data.uploader) }
    : { kind: 'system', id: null };
}

function metadata(at: string, actor: Actor): DecidedEvent['metadata'] {
  return {
    at,
    actor,
    requestId: null,
    $correlationId: 'history',
    $causationId: 'history',
  };
}

/** Gives a new log its id, as the first start does: a server refuses a log that has events and no id. */
export async function createLog(storage: Storage): Promise<void> {
  const parts = { ...storage, clock: new SystemClock(), ids: new RandomIds() };
  await new LogIdentity(parts).establish([], null);
}

/** Writes a history through the codec into a log, as fast as possible; returns the number of events. */
export async function writeHistory(
  log: EventLog,
  codec: EventCodec,
  history: Iterable<Chapter>,
): Promise<number> {
  let written = 0;
  const underWay = new Map<string, Promise<unknown>>();
  const settle = async () => {
    await Promise.all(underWay.values());
    underWay.clear();
  };
  for (const { stream, expected, events } of history) {
    // A stream's next append waits for the one before; logs across a network do not keep the order of calls.
    if (underWay.size >= 500 || underWay.has(stream)) await settle();
    written += events.length;
    const encoded = await codec.encode(events);
    underWay.set(stream, log.append(stream, expected, encoded));
  }
  await settle();
  return written;
}
