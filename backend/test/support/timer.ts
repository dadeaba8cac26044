import { setImmediate as nextTurn } from 'node:timers/promises';
import { SystemTimer } from '../../src/infrastructure/clock/system-clock.js';
import type { Clock } from '../../src/kernel/clock.js';
import { DEADLINES, type DeadlineName } from '../../src/kernel/deadlines.js';
import { type Deadline, Timer } from '../../src/kernel/timer.js';
import { News, Noted, heldTimes } from './waits.js';

/** What began just before a wait of the same length must end before it. */
const MARGIN_MS = 50;

const HOUR_MS = 3_600_000;
const systemTimer = new SystemTimer();

interface Due {
  at: number;
  /** For a test that ends by its limit; null for intervals. */
  readonly name: string | null;
  readonly fire: () => void;
}

/**
 * A timer by which time passes only when a test advances it, with its clock. Short rests end at once. With `TEST_TIME=real`
 * it goes by real time, and advancing it waits: so `npm run verify -- deadlines` proves that real deadlines expire.
 */
export class TestTimer extends Timer {
  /** The length of each pause that has begun. */
  readonly pauses = new Noted<number>();
  private now = 0;
  /** Called when a pause begins. */
  onPause: () => void = () => undefined;
  private readonly due = new Set<Due>();
  private readonly news = new News();
  private readonly real = process.env['TEST_TIME'] === 'real' ? systemTimer : null;

  constructor(private readonly clock: (Clock & { advance(milliseconds: number): void }) | null = null) {
    super();
  }

  override elapsed(): number {
    return this.real?.elapsed() ?? this.now;
  }

  override async pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
    this.pauses.push(milliseconds);
    if (this.real) return this.real.pause(milliseconds, signal);
    if (milliseconds <= 0 || signal?.aborted) return;
    await new Promise<void>((resolve) => {
      const end = () => {
        signal?.removeEventListener('abort', end);
        this.drop(due);
        resolve();
      };
      const due = this.hold(`a pause of ${milliseconds} ms`, milliseconds, end);
      signal?.addEventListener('abort', end);
      this.onPause();
    });
  }

  override async rest(_milliseconds: number, _signal?: AbortSignal): Promise<void> {
    await nextTurn();
  }

  override deadline(
    name: DeadlineName,
    expire: () => void,
    milliseconds: number = DEADLINES[name].ms,
  ): Deadline {
    const fire = () => {
      this.drop(due);
      expire();
    };
    const began = `the deadline '${name}'`;
    let due = this.hold(began, milliseconds, fire);
    const real = this.real?.deadline(name, fire, milliseconds);
    return {
      restart: () => {
        real?.restart();
        this.drop(due);
        due = this.hold(began, milliseconds, fire);
      },
      end: () => {
        real?.end();
        this.drop(due);
      },
    };
  }

  override every(milliseconds: number, work: () => void): () => void {
    if (this.real) return this.real.every(milliseconds, work);
    const fire = () => {
      this.drop(due);
      due = this.hold(null, milliseconds, fire);
      work();
    };
    let due = this.hold(null, milliseconds, fire);
    return () => this.drop(due);
  }

  /** Lets so much time pass: everything that is due happens in its order, and what follows from it begins. */
  async advance(milliseconds: number): Promise<void> {
    if (this.real) {
      await this.real.pause(milliseconds + MARGIN_MS);
      this.clock?.advance(milliseconds);
      return;
    }
    const end = this.now + milliseconds;
    await turns();
    for (let next = this.next(end); next; next = this.next(end)) {
      this.moveTo(next.at);
      next.fire();
      await turns();
    }
    this.moveTo(end);
  }

  /** Waits until a deadline runs, or a pause of so many milliseconds. */
  async begun(what: DeadlineName | number): Promise<void> {
    const wanted = typeof what === 'number' ? `a pause of ${what} ms` : `the deadline '${what}'`;
    await this.news.until(wanted, () => [...this.due].some(({ name }) => name === wanted));
  }

  /** The result of a call that waits for an hour, which passes. */
  async inVain<Result>(call: Promise<Result>): Promise<Result> {
    await this.advance(HOUR_MS);
    return call;
  }

  private next(end: number): Due | undefined {
    let first: Due | undefined;
    for (const due of this.due) if (due.at <= end && (!first || due.at < first.at)) first = due;
    return first;
  }

  private moveTo(time: number): void {
    this.clock?.advance(time - this.now);
    this.now = time;
  }

  private hold(name: string | null, milliseconds: number, fire: () => void): Due {
    const due = { at: this.now + milliseconds, name, fire };
    this.due.add(due);
    if (name !== null) heldTimes.add(due);
    this.news.tell();
    return due;
  }

  private drop(due: Due): void {
    this.due.delete(due);
    heldTimes.delete(due);
  }
}

/**
 * For a client of a server over the network, which no test hurries: its deadlines and intervals are those of a
 * {@link TestTimer}, but its pauses and rests also end by real time, so that it tries again by itself.
 */
export class PatientTimer extends TestTimer {
  override async pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
    const over = new AbortController();
    const either = AbortSignal.any([over.signal, ...(signal ? [signal] : [])]);
    await Promise.race([super.pause(milliseconds, either), systemTimer.pause(milliseconds, either)]);
    over.abort();
  }

  override rest(milliseconds = 0, signal?: AbortSignal): Promise<void> {
    return this.pause(milliseconds, signal);
  }
}

/** Lets what has begun go on until it waits for input, output or time. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
}
