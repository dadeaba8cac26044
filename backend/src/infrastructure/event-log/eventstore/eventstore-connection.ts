import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ErrorType, type EventStoreDBClient } from '@eventstore/db-client';
import { EventLogUnavailableError } from '../../../kernel/event-log.js';
import { openClient, release } from './eventstore-client.js';
import { SilentServerError, isOfType, isTransient } from './eventstore-failures.js';
import { Silence } from './eventstore-silence.js';
import type { EventStoreTimings } from './eventstore-timings.js';

/** A client may look for its cluster for a long time; nobody waits for it at the end. */
const CLOSE_MS = 1000;

/** A client, and the signal that ends whatever is under way with it when another takes its place. */
export interface Lease {
  readonly client: EventStoreDBClient;
  readonly retired: AbortSignal;
}

/** What a call may use: a lease, and how many milliseconds are left to it. */
export interface Attempt extends Lease {
  readonly left: number;
}

/**
 * The way to the server: one client at a time, a deadline round every call, the same call again while its outcome is unknown, and a new
 * client after repeated failures. A client repairs its channel by itself only when it is told that the server is unavailable; one that
 * hangs, or that has cached a failure, must be replaced.
 */
export class EventStoreConnection {
  private client: EventStoreDBClient;
  private retirement = newRetirement();
  private generation = 0;
  private failures = 0;
  private since = performance.now();
  private closed = false;

  /** @throws TypeError when the address can't be used. Nothing is sent before the first call. */
  constructor(
    private readonly url: string,
    private readonly timings: EventStoreTimings,
  ) {
    this.client = openClient(url, this.generation);
  }

  /** The present client. */
  lease(): Lease {
    return { client: this.client, retired: this.retirement.signal };
  }

  /**
   * Makes a call, and makes it again while its outcome is unknown, for `milliseconds` in all. The attempts must be the very same call.
   * @throws EventLogUnavailableError, or what the server has refused the call with
   */
  async call<Result>(
    what: string,
    milliseconds: number,
    attempt: (attempt: Attempt) => Promise<Result>,
  ): Promise<Result> {
    const until = performance.now() + milliseconds;
    for (let pause = this.timings.firstRetryPauseMs; ; pause *= 2) {
      const lease = this.lease();
      try {
        if (this.closed) throw new SilentServerError('the connection is closed');
        const result = await attempt({ ...lease, left: Math.max(1, until - performance.now()) });
        this.succeeded(lease);
        return result;
      } catch (error) {
        if (!isTransient(error)) throw refusal(what, error);
        this.failed(lease);
        const wait = Math.min(pause, this.timings.longestRetryPauseMs);
        if (this.closed || performance.now() + wait >= until) throw unavailable(what, error);
        await sleep(wait);
      }
    }
  }

  /** Tells that a lease works. */
  succeeded({ client }: Lease): void {
    if (client === this.client) this.failures = 0;
  }

  /** Tells that a lease has failed; after several in a row another client takes its place. */
  failed({ client }: Lease): void {
    if (client !== this.client || this.closed) return;
    this.failures += 1;
    const age = performance.now() - this.since;
    if (this.failures < this.timings.failuresOfAClient || age < this.timings.leastClientMs) return;
    const { retirement } = this;
    this.generation += 1;
    this.client = openClient(this.url, this.generation);
    this.retirement = newRetirement();
    this.failures = 0;
    this.since = performance.now();
    retirement.abort(new SilentServerError('the client was replaced'));
    void release(client);
  }

  /** Ends what is under way and frees the connection. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.retirement.abort(new SilentServerError('the connection was closed'));
    await within(CLOSE_MS, release(this.client)).catch(() => undefined);
  }
}

/** Settles as `work` does, or rejects after `milliseconds`; whatever becomes of `work` then is nobody's concern. */
export async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  let silence: Silence | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const over = () => reject(new SilentServerError(`no answer in ${Math.round(milliseconds)} ms`));
    silence = new Silence(milliseconds, over);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    silence?.end();
  }
}

/** Every call under way listens to it. */
function newRetirement(): AbortController {
  const retirement = new AbortController();
  setMaxListeners(0, retirement.signal);
  return retirement;
}

function refusal(what: string, error: unknown): unknown {
  if (!isOfType(error, ErrorType.ACCESS_DENIED)) return error;
  return new EventLogUnavailableError(`the event log denies access: ${what}`, { cause: error });
}

function unavailable(what: string, error: unknown): EventLogUnavailableError {
  return new EventLogUnavailableError(`the event log does not answer: ${what}`, { cause: error });
}
