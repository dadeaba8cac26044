import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { News } from '../waits.js';
import type { EventDatabase } from './event-database.js';
import type { Faults } from './faults.js';
import type { Expectation, Outcome, ProposedEvent } from './stored-event.js';

/** The number of calls of each kind. */
export class Calls extends Map<string, number> {
  readonly #news = new News();

  override set(kind: string, times: number): this {
    super.set(kind, times);
    this.#news.tell();
    return this;
  }

  /** Waits until there were so many calls of a kind. */
  async atLeast(times: number, kind: string): Promise<void> {
    await this.#news.until(`${times} calls of ${kind}`, () => (this.get(kind) ?? 0) >= times);
  }
}

/** The state that the services of one server share. */
export interface Served {
  readonly database: EventDatabase;
  readonly faults: Faults;
  readonly calls: Calls;
  /** Cuts every connection. */
  cut(): void;
  /** How a node of a cluster rejects a call that demands the leader; null when it leads, or is alone. */
  refusal(): ServiceError | null;
  /** Executes an append; an error when it is rejected, null when the connections are cut instead of an answer. */
  commit(
    stream: string,
    expected: Expectation,
    events: readonly ProposedEvent[],
  ): Promise<Outcome | ServiceError | null>;
}

/** Counts a call. */
export function count({ calls }: Served, kind: string): void {
  calls.set(kind, (calls.get(kind) ?? 0) + 1);
}

/** An error as a server reports it: the trailers identify it. */
export function failure(code: status, trailers: Readonly<Record<string, string>> = {}): ServiceError {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(trailers)) metadata.set(name, value);
  return Object.assign(new Error('a fault of the stand-in'), { code, details: '', metadata });
}

/** How a call of appends is rejected whose login is not the right one; null when it is, or none is needed. */
export function strangerRefusedBy({ authorization }: Faults, metadata: Metadata): ServiceError | null {
  if (authorization === null || metadata.get('authorization')[0] === authorization) return null;
  return failure(status.UNAUTHENTICATED);
}

/** How a node that is not the leader rejects a call; null when it is, or when the call does not demand the leader. */
export function refusedBy(served: Served, metadata: Metadata): ServiceError | null {
  const refusal = metadata.get('requires-leader')[0] === 'true' ? served.refusal() : null;
  if (refusal) return refusal;
  const { notLeader } = served.faults;
  if (!notLeader || notLeader.times === 0) return null;
  notLeader.times -= 1;
  return notTheLeader(notLeader.leaderPort);
}

/** The rejection of a node that knows the leader. */
export function notTheLeader(leaderPort: number): ServiceError {
  return failure(status.NOT_FOUND, {
    exception: 'not-leader',
    'leader-endpoint-host': '127.0.0.1',
    'leader-endpoint-port': String(leaderPort),
  });
}
