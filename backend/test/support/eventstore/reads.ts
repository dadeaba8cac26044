import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { type ServerWritableStream, status } from '@grpc/grpc-js';
import type { EventDatabase } from './event-database.js';
import type { StoredEvent } from './stored-event.js';
import { caughtUp, checkpoint, confirmation, streamNotFound } from './messages.js';
import { type Served, count, failure } from './served.js';

type Call = ServerWritableStream<ReadReq, Buffer>;

const CHECKPOINT_EVERY = 32;
const ENDS_OF_WAITING = ['drain', 'cancelled', 'close'];

/** Answers a Read call: a stream or `$all`, in either direction, or a subscription to `$all`. */
export async function serveRead(served: Served, call: Call): Promise<void> {
  const options = call.request.getOptions() as ReadReq.Options;
  const subscribes = options.hasSubscription();
  count(served, subscribes ? 'subscribe' : 'read');
  if (!subscribes && Number(options.getCount()) === 0) call.emit('error', failure(status.INVALID_ARGUMENT));
  else if (subscribes) await serveSubscription(served, call, options);
  else await servePage(served.database, call, options);
}

/** Forward reads start at the given event, backward reads of `$all` before it. */
async function servePage(database: EventDatabase, call: Call, options: ReadReq.Options): Promise<void> {
  const stream = options.getStream();
  const isForward = options.getReadDirection() === 0;
  let events: readonly StoredEvent[] = database.all;
  let from: number;
  if (stream) {
    const name = Buffer.from(stream.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString();
    const known = database.stream(name);
    if (!known) {
      call.write(streamNotFound(name));
      call.end();
      return;
    }
    events = known;
    const revision = stream.hasRevision() ? Number(stream.getRevision()) : 0;
    from = stream.hasEnd() ? known.length - 1 : revision;
  } else {
    const start = startingIndex(database, options);
    if (start === null) {
      call.emit('error', failure(status.UNKNOWN));
      return;
    }
    from = isForward ? start : start - 1;
  }
  const most = Math.min(Number(options.getCount()), events.length);
  const matches = filterOf(options);
  for (let sent = 0; sent < most && from >= 0 && from < events.length && !call.cancelled;) {
    const event = events[from] as StoredEvent;
    from += isForward ? 1 : -1;
    if (!matches(event)) continue;
    sent += 1;
    if (!write(call, event.frame)) await drained(call);
  }
  call.end();
}

/** Sends everything after the position, and then every new event, until the client disconnects. */
async function serveSubscription(served: Served, call: Call, options: ReadReq.Options): Promise<void> {
  const { database, faults } = served;
  const start = startingIndex(database, options);
  if (start === null) {
    call.emit('error', failure(status.UNKNOWN));
    return;
  }
  const position = options.getAll()?.getPosition();
  // A subscription starts after the given event.
  let next =
    start + (position && database.all[start]?.position === Number(position.getCommitPosition()) ? 1 : 0);
  const matches = filterOf(options);
  const checkpointEvery = CHECKPOINT_EVERY * (options.getFilter()?.getCheckpointintervalmultiplier() ?? 1);
  const isOver = () => call.cancelled || call.writableEnded;
  let isLive = false;
  let wake: () => void = () => undefined;
  const forget = database.onWrite(() => {
    if (isLive && !isOver() && database.all.length - next > faults.slowConsumerLimit) {
      count(served, 'dropped');
      call.emit('error', failure(status.ABORTED));
    }
    wake();
  });
  call.once('cancelled', () => wake());
  call.once('close', () => wake());
  write(call, confirmation(crypto.randomUUID()));
  while (!isOver()) {
    const event = faults.silentSubscriptions ? undefined : database.all[next];
    if (!event) {
      if (!isLive && !faults.silentSubscriptions) {
        count(served, 'caughtUp');
        write(call, caughtUp());
      }
      isLive = !faults.silentSubscriptions;
      // An event may have been written while the client was notified.
      if (isLive && next < database.all.length) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      await faults.passed();
      continue;
    }
    next += 1;
    if (matches(event) && !write(call, event.frame)) await drained(call);
    if (next % checkpointEvery === 0) write(call, checkpoint(event.position));
    if (isLive && faults.repeatsCaughtUp) write(call, caughtUp());
    if (!isLive && faults.catchUpPause > 0 && next % CHECKPOINT_EVERY === 0) await sleep(faults.catchUpPause);
  }
  forget();
}

/** The index in `all` at which a call starts; null for a position that no server has returned. */
function startingIndex(database: EventDatabase, options: ReadReq.Options): number | null {
  const all = options.getAll();
  if (all?.hasStart()) return 0;
  const position = all?.getPosition();
  if (!position) return database.all.length;
  const commit = Number(position.getCommitPosition());
  const prepare = Number(position.getPreparePosition());
  const isGenuine = database.isGenuine(commit) && (prepare === commit || prepare === 0);
  return isGenuine ? database.indexOf(commit) : null;
}

function filterOf(options: ReadReq.Options): (event: StoredEvent) => boolean {
  const filter = options.getFilter();
  const expression = filter?.getEventType() ?? filter?.getStreamIdentifier();
  if (!filter || !expression) return () => true;
  const textOf = (event: StoredEvent) => (filter.hasEventType() ? event.type : event.stream);
  const prefixes = expression.getPrefixList();
  const pattern = new RegExp(expression.getRegex());
  return prefixes.length > 0
    ? (event) => prefixes.some((prefix) => textOf(event).startsWith(prefix))
    : (event) => pattern.test(textOf(event));
}

/** Writes a message; false when the client reads more slowly, and {@link drained} must be awaited. */
function write(call: Call, frame: Buffer): boolean {
  return call.cancelled || call.writableEnded || call.write(frame);
}

/** Resolves when the client has read what was written, or has disconnected. */
async function drained(call: Call): Promise<void> {
  if (call.cancelled || call.writableEnded) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      for (const event of ENDS_OF_WAITING) call.off(event, done);
      resolve();
    };
    for (const event of ENDS_OF_WAITING) call.once(event, done);
  });
}
