import { setTimeout as sleep } from 'node:timers/promises';

/** A configured server could not be reached in time. */
export class UnreachableServerError extends Error {
  override readonly name = 'UnreachableServerError';
}

/** How long to wait for a server, and how to report it. */
export interface Patience {
  readonly seconds: number;
  /** Called once, with one line, after the first failure. */
  readonly tell: (line: string) => void;
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2000;

/**
 * Calls `open` until it succeeds or the time is over. Messages name the host, never the credentials.
 * @throws UnreachableServerError
 */
export async function reach<Result>(
  server: string,
  url: string,
  { seconds, tell }: Patience,
  open: () => Promise<Result>,
): Promise<Result> {
  const end = performance.now() + seconds * 1000;
  for (let pause = FIRST_PAUSE_MS, isFirst = true; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await open();
    } catch (error) {
      const sentence = `${server} at ${hostsOf(url)} can't be reached: ${reasonOf(error)}`;
      if (performance.now() + pause > end) {
        throw new UnreachableServerError(`${sentence}; gave up after ${seconds} s`);
      }
      if (isFirst) tell(`${sentence}; trying for ${seconds} s`);
      isFirst = false;
      await sleep(pause);
    }
  }
}

/** The host or hosts of a connection string. */
function hostsOf(url: string): string {
  return /^[a-z+]+:\/\/(?:[^@/]*@)?([^/?]*)/.exec(url)?.[1] ?? 'an unreadable address';
}

function reasonOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return (words.split('\n', 1)[0] ?? '').trim().replace(/[.:;]+$/, '') || 'no answer';
}
