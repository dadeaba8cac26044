import { SystemTimer } from '../infrastructure/clock/system-clock.js';
import { IndexClashError } from '../infrastructure/mongo/index-clash.js';
import { DEADLINES } from '../kernel/deadlines.js';
import { type OnProgress, StartSteps } from '../kernel/start-steps.js';
import type { Timer } from '../kernel/timer.js';

/** A configured server could not be reached in time. */
export class UnreachableServerError extends Error {
  override readonly name = 'UnreachableServerError';
}

/** How long a start may wait, and how to report it. */
export interface Patience {
  readonly seconds: number;
  /** Called with one line after the first failure, and for work that takes long. */
  readonly tell: (line: string) => void;
  /** Called with what is under way, whenever that or its progress changes. */
  readonly onStep?: (step: string) => void;
  readonly timer?: Timer;
}

/** The patience that the settings ask for, reported to operators. */
export function patienceOf(
  { startupTimeout }: { readonly startupTimeout: number },
  onStep: (step: string) => void = () => undefined,
): Patience {
  return { seconds: startupTimeout, tell: (line) => process.stderr.write(`${line}\n`), onStep };
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2000;
/** Work that tells its progress is announced so many times sooner. */
const SOONER = 5;
/** Between two lines about the progress of a step. */
const STEP_PERCENT = 10;

/**
 * Calls `open` until it succeeds or the time is over. Messages name the host, never the credentials.
 * @param work what `open` does beyond reaching the server, for the line that says what is waited for
 * @throws UnreachableServerError, IndexClashError at once
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
    end: timerOf(patience).elapsed() + patience.seconds * 1000,
    work: open,
    isPassing: (error) => !(error instanceof IndexClashError),
  });
}

/** Runs the steps of the kernel's start while its servers are slow or away, until the time is over. */
export class StartWithRetries extends StartSteps {
  private end: number | null = null;

  /** @param isPassing whether an error may pass by itself */
  constructor(
    private readonly patience: Patience,
    private readonly isPassing: (error: unknown) => boolean,
  ) {
    super();
  }

  override take<Result>(step: string, work: (onProgress: OnProgress) => Promise<Result>): Promise<Result> {
    const { patience } = this;
    this.end ??= timerOf(patience).elapsed() + patience.seconds * 1000;
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

const systemTimer = new SystemTimer();

const timerOf = ({ timer = systemTimer }: Patience) => timer;

interface Waiting<Result> {
  /** The line for work that takes long. */
  readonly waiting: string;
  /** The sentence for work that failed. */
  readonly failure: (error: unknown) => string;
  readonly patience: Patience;
  /** When to give up, by the timer. */
  readonly end: number;
  readonly work: (onProgress: OnProgress) => Promise<Result>;
  readonly isPassing: (error: unknown) => boolean;
}

async function waitFor<Result>(parts: Waiting<Result>): Promise<Result> {
  const { waiting, failure, end, work, isPassing } = parts;
  const { seconds, tell, onStep } = parts.patience;
  const timer = timerOf(parts.patience);
  const began = timer.elapsed();
  let percent = 0;
  let toldAt: number | null = null;
  const say = () => {
    toldAt = percent;
    tell(percent > 0 ? `${waiting}: ${percent} %` : waiting);
  };
  const onProgress: OnProgress = (part) => {
    percent = Math.floor(part * 100);
    onStep?.(`${waiting}: ${percent} %`);
    const isLong = timer.elapsed() - began >= DEADLINES['silent start'].ms / SOONER;
    const isDue = toldAt === null ? isLong : percent >= toldAt + STEP_PERCENT;
    if (isDue && part < 1) say();
  };
  onStep?.(waiting);
  const slow = timer.deadline('silent start', () => toldAt === null && say());
  try {
    for (let pause = FIRST_PAUSE_MS, isFirst = true; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        return await work(onProgress);
      } catch (error) {
        if (!isPassing(error)) throw error;
        if (timer.elapsed() + pause > end) {
          throw new UnreachableServerError(`${failure(error)}; gave up after ${seconds} s`, { cause: error });
        }
        if (isFirst) tell(`${failure(error)}; trying for ${seconds} s`);
        isFirst = false;
        await timer.pause(pause);
      }
    }
  } finally {
    slow.end();
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
