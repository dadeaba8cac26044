import { setMaxListeners } from 'node:events';
import { ErrorType, type EventStoreDBClient } from '@eventstore/db-client';
import { EventLogUnavailableError } from '../../../kernel/event-log.js';
import { DEADLINES, type DeadlineName } from '../../../kernel/deadlines.js';
import type { Timer } from '../../../kernel/timer.js';
import { Breaker, notNow } from '../../circuit-breaker/breaker.js';
import { openClient, release } from './eventstore-client.js';
import { EventStoreCluster } from './eventstore-cluster.js';
import { SilentServerError, isOfType, isTransient, suggestsAway } from './eventstore-failures.js';
import { Silence } from './eventstore-silence.js';
import type { EventStoreTimings } from './eventstore-timings.js';

/**
 * The share of the time of a call that one attempt may take. The rest is for another attempt, in case the connection was
 * lost without notice.
 */
const SHARE_OF_AN_ATTEMPT = 0.7;

/** The time limit of a probe of a server that is away. */
const PROBE_MS = 2000;

/** A client, and the signal that aborts its calls when it is replaced. */
export interface ActiveClient {
  readonly client: EventStoreDBClient;
  readonly retired: AbortSignal;
  readonly timer: Timer;
}

/** One attempt of a call: the client to use and the milliseconds that it may take. */
export interface Attempt extends ActiveClient {
  readonly left: number;
}

/** Called when the server counts as away, with the reason, and when it serves again, with null. */
export type OnAway = (reason: unknown) => void;

/**
 * The connection to the server: one client at a time, a deadline for every call, retries while the outcome is
 * unknown, and a new client after repeated failures. A client repairs its channel only after an 'unavailable' error;
 * a client that hangs or has cached a failure must be replaced. While the server is away, a breaker rejects calls at once.
 */
export class EventStoreConnection {
  readonly breaker: Breaker;
  private readonly cluster: EventStoreCluster | null;
  private client: EventStoreDBClient;
  private retirement = newRetirement();
  /** Ends the search for another leader; null while the present one is not doubted. */
  private doubt: AbortController | null = null;
  private clientNumber = 0;
  private failures = 0;
  private lastCause: unknown;
  private since: number;
  private closed = false;

  /**
   * Sends nothing before the first call.
   * @param probe one cheap call to the server, for the breaker
   * @throws TypeError for an invalid URL
   */
  constructor(
    private readonly url: string,
    private readonly timings: EventStoreTimings,
    readonly timer: Timer,
    probe: (attempt: Attempt) => Promise<unknown>,
    onAway: OnAway = () => undefined,
  ) {
    this.since = timer.elapsed();
    this.client = openClient(url, this.clientNumber);
    this.cluster = EventStoreCluster.of(url, timer);
    this.cluster?.bind(this.client, this.retirement.signal);
    this.breaker = new Breaker(timings, {
      timer,
      probe: () => this.probe(probe),
      onOpened: (reason) => {
        // Ends the calls that wait for an answer, and the probes get a connection that works as soon as the server does.
        this.replace('the event log is away');
        onAway(reason);
      },
      onClosed: () => onAway(null),
    });
  }

  active(): ActiveClient {
    return { client: this.client, retired: this.retirement.signal, timer: this.timer };
  }

  /**
   * Makes a call, and retries it while its outcome is unknown, for `milliseconds` in total. All attempts must be
   * identical. @throws EventLogUnavailableError, or the server's error when it rejects the call
   */
  async call<Result>(
    what: string,
    milliseconds: number,
    attempt: (attempt: Attempt) => Promise<Result>,
  ): Promise<Result> {
    const began = this.timer.elapsed();
    const until = began + milliseconds;
    for (let pause = this.timings.firstRetryPauseMs; ; pause *= 2) {
      const active = this.active();
      try {
        if (this.closed) throw new SilentServerError('the connection is closed');
        const { away } = this.breaker;
        if (away) throw await notNow(unavailable(what, away.reason));
        const left = Math.min(until - this.timer.elapsed(), milliseconds * SHARE_OF_AN_ATTEMPT);
        const result = await this.watched(active, attempt({ ...active, left: Math.max(1, left) }));
        this.succeeded(active);
        return result;
      } catch (error) {
        if (error instanceof EventLogUnavailableError) throw error;
        if (!isTransient(error)) {
          this.breaker.succeeded();
          throw refusal(what, error);
        }
        // Nothing is gained by waiting for a node that no longer leads: the next attempt asks the leader.
        if (isOfType(error, ErrorType.NOT_LEADER)) pause = this.timings.firstRetryPauseMs;
        const wait = Math.min(pause, this.timings.longestRetryPauseMs);
        const isOver = this.closed || this.timer.elapsed() + wait >= until;
        // A failure that comes from replacing the client says nothing new about the server.
        if (!active.retired.aborted) {
          this.failed(active, error);
          if (isOver) this.breaker.failed(error, this.timer.elapsed() - began);
          else if (suggestsAway(error)) this.breaker.failed(error);
        }
        if (isOver) throw unavailable(what, error);
        // A node that does not lead, and knows no leader, has no better error.
        if (isOfType(error, ErrorType.UNKNOWN)) void this.moveFrom(active);
        await this.timer.pause(wait, active.retired);
      }
    }
  }

  succeeded({ client }: ActiveClient): void {
    this.breaker.succeeded();
    if (client !== this.client) return;
    this.failures = 0;
    this.doubt?.abort();
  }

  /**
   * Records a failure of a client, and replaces it after several in a row. When a call that many share ends, all of them
   * fail with the same error, which counts once.
   */
  failed({ client }: ActiveClient, cause?: unknown): void {
    if (client !== this.client || this.closed) return;
    if (cause !== undefined && cause === this.lastCause) return;
    this.lastCause = cause;
    this.failures += 1;
    const age = this.timer.elapsed() - this.since;
    if (this.failures < this.timings.failuresOfAClient || age < this.timings.leastClientMs) return;
    this.replace('the client was replaced');
  }

  /** Aborts pending calls and closes the connection. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.breaker.shut();
    this.retirement.abort(new SilentServerError('the connection was closed'));
    const { timer } = this;
    // A client may search for its cluster for a long time.
    await within(
      { timer, left: DEADLINES['EventStoreDB close'].ms },
      release(this.client),
      'EventStoreDB close',
    ).catch(() => undefined);
  }

  /** Opens a new client, and aborts the calls of the current one. */
  private replace(reason: string): void {
    const { client, retirement } = this;
    this.clientNumber += 1;
    this.client = openClient(this.url, this.clientNumber);
    this.retirement = newRetirement();
    this.cluster?.bind(this.client, this.retirement.signal);
    this.failures = 0;
    this.since = this.timer.elapsed();
    retirement.abort(new SilentServerError(reason));
    void release(client);
  }

  private async probe(probe: (attempt: Attempt) => Promise<unknown>): Promise<void> {
    const active = this.active();
    try {
      await this.watched(active, probe({ ...active, left: PROBE_MS }));
    } catch (error) {
      this.failed(active, error);
      throw error;
    }
  }

  /** Settles as `work` does. While it takes long, looks whether another node of the cluster has become the leader. */
  private async watched<Result>(active: ActiveClient, work: Promise<Result>): Promise<Result> {
    if (!this.cluster) return work;
    // Again and again, because the client may have found its node in the meantime.
    const endLooks = this.timer.every(this.timings.silentLeaderMs, () => void this.moveFrom(active));
    try {
      return await work;
    } finally {
      endLooks();
    }
  }

  /** Replaces a client as soon as another node than its own leads, unless its own answers before. */
  private async moveFrom({ client, retired }: ActiveClient): Promise<void> {
    if (!this.cluster || this.doubt || client !== this.client) return;
    const doubt = new AbortController();
    this.doubt = doubt;
    try {
      await this.cluster.moved(client, AbortSignal.any([retired, doubt.signal]));
      if (client === this.client && !this.closed) this.replace('another node leads the cluster');
    } catch {
      // The node answers again, or the client was replaced for another reason.
    } finally {
      this.doubt = null;
    }
  }
}

/** Settles as `work` does, or rejects when the time of the attempt is over; the later outcome of `work` is then ignored. */
export async function within<Result>(
  { left, timer }: Pick<Attempt, 'left' | 'timer'>,
  work: Promise<Result>,
  name: DeadlineName = 'EventStoreDB answer',
): Promise<Result> {
  let silence: Silence | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const over = () => reject(new SilentServerError(`no answer in ${Math.round(left)} ms`));
    silence = new Silence(timer, name, left, over);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    silence?.end();
  }
}

/** Every pending call listens to the signal, so the number of listeners is not limited. */
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
