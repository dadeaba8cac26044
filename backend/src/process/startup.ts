import { setTimeout as sleep } from 'node:timers/promises';
import { StartSteps } from '../kernel/lifecycle.js';

/** A configured server could not be reached in time. */
export class UnreachableServerError extends Error {
  override readonly name = 'UnreachableServerError';
}

/** How long a start may wait, and how to report it. */
export interface Patience {
  readonly seconds: number;
  /** Called with one line after the first failure, and for work that takes long. */
  readonly tell: (line: string) => void;
  /** Work that takes longer is announced; 5 s by default. */
  readonly silentMs?: number;
}

/** The patience that the settings ask for, reported to operators. */
export function patienceOf({ startupTimeout }: { readonly startupTimeout: number }): Patience {
  return { seconds: startupTimeout, tell: (line) => process.stderr.write(`${line}\n`) };
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2000;
const SILENT_MS = 5000;

/**
 * Calls `open` until it succeeds or the time is over. Messages name the host, never the credentials.
 * @param work what `open` does beyond reaching the server, for the line that says what is waited for
 * @throws UnreachableServerError
 */
export async function reach<Result>(
  server: string,
  url: string,
  patience: Patience,
  open: () => Promise<Result>,
  work = 'an answer',
): Promise<Result> {
  const place = `${server} at ${hostsOf(url)}`;
  return waitFor({
    waiting: `waiting for ${place}: ${work}`,
    failure: (error) => `${place} can't be reached: ${reasonOf(error)}`,
    patience,
    end: performance.now() + patience.seconds * 1000,
    work: open,
    isPassing: () => true,
  });
}

/** Runs the steps of the kernel's start while its servers are slow or away, until the time is over. */
export class PatientStart extends StartSteps {
  private end: number | null = null;

  /** @param isPassing whether an error may pass by itself */
  constructor(
    private readonly patience: Patience,
    private readonly isPassing: (error: unknown) => boolean,
  ) {
    super();
  }

  override take<Result>(step: string, work: () => Promise<Result>): Promise<Result> {
    const { patience } = this;
    this.end ??= performance.now() + patience.seconds * 1000;
    return waitFor({
      waiting: `waiting for the start: ${step}`,
      failure: (error) => `The start waits while ${step}: ${reasonOf(error)}`,
      patience,
      end: this.end,
      work,
      isPassing: this.isPassing,
    });
  }
}

interface Waiting<Result> {
  /** The line for work that takes long. */
  readonly waiting: string;
  /** The sentence for work that failed. */
  readonly failure: (error: unknown) => string;
  readonly patience: Patience;
  /** When to give up, on the clock of `performance`. */
  readonly end: number;
  readonly work: () => Promise<Result>;
  readonly isPassing: (error: unknown) => boolean;
}

async function waitFor<Result>(parts: Waiting<Result>): Promise<Result> {
  const { waiting, failure, end, work, isPassing } = parts;
  const { seconds, tell, silentMs = SILENT_MS } = parts.patience;
  const slow = setTimeout(() => tell(waiting), silentMs);
  try {
    for (let pause = FIRST_PAUSE_MS, isFirst = true; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        return await work();
      } catch (error) {
        if (!isPassing(error)) throw error;
        if (performance.now() + pause > end) {
          throw new UnreachableServerError(`${failure(error)}; gave up after ${seconds} s`, { cause: error });
        }
        if (isFirst) tell(`${failure(error)}; trying for ${seconds} s`);
        isFirst = false;
        await sleep(pause);
      }
    }
  } finally {
    clearTimeout(slow);
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
