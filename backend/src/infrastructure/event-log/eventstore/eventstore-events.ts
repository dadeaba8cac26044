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
 * A place in the server's log as one number. The server names a place by two, which are the same for everything that is not written in
 * a transaction of its old protocol, and of those we write none.
 * @throws RangeError when it can't be held exactly
 */
export function positionOf({ commit }: { readonly commit: bigint }): Position {
  const position = Number(commit);
  if (!Number.isSafeInteger(position))
    throw new RangeError(`the position ${commit} of the event log is not a safe integer`);
  return position;
}

/** Where a read of the log or a subscription begins. */
export function placeOf(position: Position): ReadPosition {
  if (position === 0) return START;
  const place = BigInt(position);
  return { commit: place, prepare: place } satisfies LogPosition;
}

/**
 * An event as the server takes it.
 * @throws TypeError when it is not JSON: the client would let that end the process
 */
export function proposalOf({ id, type, data, metadata }: NewEvent): JSONEventData {
  JSON.stringify([data, metadata]);
  return jsonEvent({
    id,
    type,
    data: data as Record<string, unknown>,
    metadata: metadata as Record<string, unknown>,
  });
}

/** An event as the port tells it; null for one of the server's own, and for what is only a link to another. */
export function loggedEventOf({ event }: ResolvedEvent | AllStreamResolvedEvent): LoggedEvent | null {
  if (!event || !event.isJson || event.type.startsWith('$') || event.streamId.startsWith('$')) return null;
  if (!event.position)
    throw new RangeError('the server tells no positions: it is older than this program needs');
  return {
    stream: event.streamId,
    revision: Number(event.revision),
    position: positionOf(event.position),
    id: event.id,
    type: event.type,
    // The client leaves data that is no JSON as text, and metadata as bytes.
    data: event.data as object | string,
    metadata: metadataOf(event.metadata),
  };
}

function metadataOf(metadata: unknown): object | string {
  if (metadata instanceof Uint8Array) return Buffer.from(metadata).toString('utf8');
  return (metadata ?? {}) as object;
}

/**
 * Reads to the end, giving each event to `take`. Whatever happens, the read is over afterwards: one that is left early would hold one of
 * the hundred streams that a server grants a connection.
 *
 * @param silenceMs how long the server may say nothing once it has begun; before that, what is left to the attempt
 */
export async function drain<Event extends ResolvedEvent>(
  read: StreamingRead<Event>,
  { left, retired }: Attempt,
  silenceMs: number,
  take: (event: Event) => void,
): Promise<void> {
  let isOver = false;
  let silence: Silence | undefined;
  let fail: (error: unknown) => void = () => undefined;
  const onRetired = () => fail(retired.reason);
  const expectWithin = (milliseconds: number) => {
    silence?.end();
    silence = new Silence(milliseconds, () =>
      fail(new SilentServerError('the server fell silent during a read')),
    );
  };
  try {
    await new Promise<void>((resolve, reject) => {
      fail = reject;
      retired.throwIfAborted();
      retired.addEventListener('abort', onRetired);
      // Stays for good: an error that comes after the end would have nobody to hear it.
      read.on('error', reject);
      read.once('end', resolve);
      expectWithin(left);
      let hasBegun = false;
      read.on('data', (event: Event) => {
        if (hasBegun) silence?.broken();
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
