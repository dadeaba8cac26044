import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Timer } from '../../kernel/timer.js';

/** When a breaker opens, and how often it probes. In milliseconds. */
export interface BreakerTimings {
  /** The breaker opens when nothing but failures came from the server for so long. Infinity: never. */
  readonly breakAfterMs: number;
  readonly probePauseMs: number;
}

export interface BreakerParts {
  /** One cheap call to the server, with a time limit of its own. Rejects when the server does not serve. */
  readonly probe: () => Promise<unknown>;
  /** Called when the server counts as away, for example to end the calls that wait for it. */
  readonly onOpened?: (reason: unknown) => void;
  /** Called when the server serves again. */
  readonly onClosed?: () => void;
  readonly timer: Pick<Timer, 'elapsed' | 'pause'>;
}

/**
 * A circuit breaker: remembers whether a server is away, so that calls to it fail at once instead of waiting for their time
 * limits one after the other. Closed, it lets calls pass, and callers report their outcomes. Open, it probes the server by
 * itself; the first success closes it. A server that is slow is not away: silence shorter than the limit of a call is no failure.
 */
export class Breaker {
  private lastSuccess = Number.NEGATIVE_INFINITY;
  private failingSince: number | null = null;
  private opened: { readonly reason: unknown } | null = null;
  private readonly shutting = new AbortController();

  constructor(
    private readonly timings: BreakerTimings,
    private readonly parts: BreakerParts,
  ) {}

  /** Why calls should not be made now: the failure that opened the breaker. Null while calls may be made. */
  get away(): { readonly reason: unknown } | null {
    return this.opened;
  }

  /** The server answered a call, if only with a rejection. */
  succeeded(): void {
    this.lastSuccess = this.parts.timer.elapsed();
    this.failingSince = null;
  }

  /**
   * A call failed because of the server.
   * @param silentMs for how long the server has not answered it; 0 for one that failed with an error
   */
  failed(reason: unknown, silentMs = 0): void {
    if (this.opened || this.shutting.signal.aborted) return;
    const now = this.parts.timer.elapsed();
    const since = Math.min(this.failingSince ?? now, now - silentMs);
    this.failingSince = Math.max(since, this.lastSuccess);
    if (now - this.failingSince < this.timings.breakAfterMs) return;
    this.opened = { reason };
    this.parts.onOpened?.(reason);
    void this.probe();
  }

  /** Ends the probes. The breaker stays as it is. */
  shut(): void {
    this.shutting.abort();
  }

  private async probe(): Promise<void> {
    const { signal } = this.shutting;
    const { probe, onClosed, timer } = this.parts;
    while (!signal.aborted) {
      try {
        await probe();
        break;
      } catch (reason) {
        this.opened = { reason };
        await timer.pause(this.timings.probePauseMs, signal);
      }
    }
    if (signal.aborted) return;
    this.opened = null;
    this.succeeded();
    onClosed?.();
  }
}

/**
 * The error of a call that is not made, one turn of the event loop later: a caller that tries again without a pause must not
 * keep the probe from running.
 */
export async function notNow<Failure extends Error>(error: Failure): Promise<Failure> {
  await nextTurn();
  return error;
}
