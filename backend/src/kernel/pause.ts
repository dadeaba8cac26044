import { setTimeout as sleep } from 'node:timers/promises';

/** Waits so many milliseconds, or until `signal` is aborted. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** By the clock of the machine. */
export const pause: Pause = async (milliseconds, signal) => {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
};
