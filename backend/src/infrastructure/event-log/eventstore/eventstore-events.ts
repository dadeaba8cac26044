import {
  type AllStreamResolvedEvent,
  type JSONEventData,
  type Position as LogPosition,
  type ReadPosition,
  type ResolvedEvent,
  type StreamingRead,
  START,
  jsonEvent,
} from '@eventstore/db-client';
import type { LoggedEvent, NewEvent, Position } from '../../../kernel/event-log.js';
import { SilentServerError } from './eventstore-failures.js';
import { Silence } from './eventstore-silence.js';
import type { Attempt } from './eventstore-connection.js';

/**
 * A position in the server's log as one number. The server uses two numbers, which differ only for events written in
 * a transaction of its old protocol; we write none of those.
 * @throws RangeError when it is not a safe integer
 */
export function positionOf({ commit }: { readonly commit: bigint }): Position {
  const position = Number(commit);
  if (!Number.isSafeInteger(position))
    throw new RangeError(`the position ${commit} of the event log is not a safe integer`);
  return position;
}

/** The position at which a read of the log or a subscription starts. */
export function readPositionOf(position: Position): ReadPosition {
  if (position === 0) return START;
  const commit = BigInt(position);
  return { commit, prepare: commit } satisfies LogPosition;
}

/** An event in the server's format. @throws TypeError when it is not JSON, which would crash the process in the client */
export function proposalOf({ id, type, data, metadata }: NewEvent): JSONEventData {
  JSON.stringify([data, metadata]);
  return jsonEvent({
    id,
    type,
    data: data as Record<string, unknown>,
    metadata: metadata as Record<string, unknown>,
  });
}

/** An event in the port's format; null for the server's own events and for links to other events. */
export function loggedEventOf({ event }: ResolvedEvent | AllStreamResolvedEvent): LoggedEvent | null {
  if (!event || !event.isJson || event.type.startsWith('$') || event.streamId.startsWith('$')) return null;
  if (!event.position) throw new RangeError('the server returns no positions: its version is too old');
  return {
    stream: event.streamId,
    revision: Number(event.revision),
    position: positionOf(event.position),
    id: event.id,
    type: event.type,
    // The client returns data that is not JSON as text, and such metadata as bytes.
    data: event.data as object | string,
    metadata: metadataOf(event.metadata),
  };
}

function metadataOf(metadata: unknown): object | string {
  if (metadata instanceof Uint8Array) return Buffer.from(metadata).toString('utf8');
  return (metadata ?? {}) as object;
}

/**
 * Reads to the end and passes each event to `take`. The read is always closed afterwards: an open one would occupy
 * one of the hundred streams that the server allows per connection.
 *
 * @param silenceMs how long the server may be silent after the first event; before it, the time left of the attempt
 */
export async function drain<Event extends ResolvedEvent>(
  read: StreamingRead<Event>,
  { left, retired, timer }: Attempt,
  silenceMs: number,
  take: (event: Event) => void,
): Promise<void> {
  let isOver = false;
  let silence: Silence | undefined;
  let fail: (error: unknown) => void = () => undefined;
  const onRetired = () => fail(retired.reason);
  const expectWithin = (milliseconds: number) => {
    silence?.end();
    silence = new Silence(timer, 'EventStoreDB silence', milliseconds, () =>
      fail(new SilentServerError('the server stopped sending during a read')),
    );
  };
  try {
    await new Promise<void>((resolve, reject) => {
      fail = reject;
      retired.throwIfAborted();
      retired.addEventListener('abort', onRetired);
      // Never removed: a late error without a listener would crash the process.
      read.on('error', reject);
      read.once('end', resolve);
      expectWithin(left);
      let hasBegun = false;
      read.on('data', (event: Event) => {
        if (hasBegun) silence?.reset();
        else expectWithin(silenceMs);
        hasBegun = true;
        try {
          take(event);
        } catch (error) {
          reject(error as Error);
        }
      });
    });
    isOver = true;
  } finally {
    silence?.end();
    retired.removeEventListener('abort', onRetired);
    if (!isOver) {
      read.cancel().catch(() => undefined);
      read.destroy();
    }
  }
}
