import { setTimeout as sleep } from 'node:timers/promises';

/** Waits so many milliseconds, or until `signal` is aborted. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** Tells who pauses because a server was away that it serves again. */
export class Returns {
  private next = new AbortController();

  /** A server serves again: ends all pauses. */
  tell(): void {
    const { next } = this;
    this.next = new AbortController();
    next.abort();
  }

  /** Pauses by the clock of the machine, until a server serves again. */
  readonly pause: Pause = (milliseconds, signal) =>
    pause(milliseconds, AbortSignal.any([signal, this.next.signal]));
}

/** By the clock of the machine. */
export const pause: Pause = async (milliseconds, signal) => {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
};
