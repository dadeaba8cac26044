import type { Clock, Stopwatch } from '../../kernel/clock.js';

/** A difference from the stopwatch above which the clock was set; smaller ones are corrections of its speed. */
const JUMP_MS = 5000;

/** Notices when the clock is set, by comparison with a stopwatch, which nobody can set. */
export class ClockWatch {
  private last: { readonly time: number; readonly elapsed: number };
  private steadySince: number;
  private jumped = false;

  constructor(
    private readonly clock: Clock,
    private readonly stopwatch: Stopwatch,
  ) {
    this.last = { time: clock.now().getTime(), elapsed: stopwatch.elapsed() };
    this.steadySince = this.last.elapsed;
  }

  /** Whether the clock has jumped since the start, as of the last call of {@link steadyFor}. */
  get hasJumped(): boolean {
    return this.jumped;
  }

  /** For how long the clock has run without a jump, in milliseconds: since the last one, or since the start. */
  steadyFor(): number {
    const here = { time: this.clock.now().getTime(), elapsed: this.stopwatch.elapsed() };
    const difference = here.time - this.last.time - (here.elapsed - this.last.elapsed);
    if (Math.abs(difference) > JUMP_MS) {
      this.steadySince = here.elapsed;
      this.jumped = true;
    }
    this.last = here;
    return here.elapsed - this.steadySince;
  }
}
