import { type EventStoreDBClient, MaxAppendSizeExceededError, NO_STREAM } from '@eventstore/db-client';
import { AppendCall, LARGEST_SHARED_BYTES, TooLargeToShareError } from './eventstore-append-call.js';
import type { Append, AppendAnswer } from './eventstore-append-messages.js';
import { type ActiveClient, type Attempt, within } from './eventstore-connection.js';
import { positionOf } from './eventstore-events.js';

/** The client's deadline is this much later than ours, because it would discard answers that have just arrived. */
const LATER_MS = 1000;
/** The status codes of gRPC for a message that is too large for the server, and for a call that it does not have. */
const RESOURCE_EXHAUSTED = 8;
const UNIMPLEMENTED = 12;

/**
 * Sends appends: all appends of a client share one call, because a call for each costs more than half of the throughput.
 * A large append is sent by a call of its own, because a message that the server cannot take ends the call that carries
 * it. So are all appends to a server that has no such call (before 21.10).
 */
export class EventStoreAppends {
  private readonly calls = new WeakMap<EventStoreDBClient, AppendCall>();
  private readonly withoutBatches = new WeakSet<EventStoreDBClient>();

  /** One attempt. @throws the client's error for a rejection, or what `isTransient` recognizes */
  async send(attempt: Attempt, append: Append): Promise<AppendAnswer> {
    if (this.withoutBatches.has(attempt.client)) return sendAlone(attempt, append);
    try {
      return await this.callOf(attempt).append(append, attempt.left);
    } catch (error) {
      if (error instanceof TooLargeToShareError) return sendLarge(attempt, append);
      if (!hasCode(error, UNIMPLEMENTED)) throw error;
      this.withoutBatches.add(attempt.client);
      return sendAlone(attempt, append);
    }
  }

  private callOf({ client, retired, timer }: ActiveClient): AppendCall {
    const known = this.calls.get(client);
    if (known?.isUsable) return known;
    const call = new AppendCall({ client, retired, timer });
    this.calls.set(client, call);
    return call;
  }
}

/** Large appends may be accepted: the server decides. One that is too large for its gRPC is rejected like others. */
async function sendLarge(attempt: Attempt, append: Append): Promise<AppendAnswer> {
  try {
    return await sendAlone(attempt, append);
  } catch (error) {
    if (hasCode(error, RESOURCE_EXHAUSTED)) {
      throw MaxAppendSizeExceededError.fromMaxAppendSize(LARGEST_SHARED_BYTES);
    }
    throw error;
  }
}

async function sendAlone(attempt: Attempt, { stream, expected, events }: Append): Promise<AppendAnswer> {
  const expectedRevision = expected === 'noStream' ? NO_STREAM : BigInt(expected);
  const { client, left } = attempt;
  const deadline = left + LATER_MS;
  const answer = await within(
    attempt,
    client.appendToStream(stream, [...events], { expectedRevision, deadline }),
  );
  const { position } = answer;
  return { revision: Number(answer.nextExpectedRevision), position: position ? positionOf(position) : null };
}

/** Whether gRPC reports this status. */
function hasCode(error: unknown, code: number): boolean {
  return (error as { code?: number }).code === code;
}
