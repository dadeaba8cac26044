import { setTimeout as sleep } from 'node:timers/promises';

const SECOND = 1000;

/** Lets so many callers a second through at most, in the order of their calls. Setting the clock changes nothing. */
export class Pace {
  /** When the last callers were let through, or will be. */
  private readonly turns: number[] = [];

  /**
   * @param now in milliseconds, by a clock that nobody can set
   * @param wait waits so many milliseconds
   */
  constructor(
    private readonly perSecond: number,
    private readonly now: () => number = () => performance.now(),
    private readonly wait: (milliseconds: number) => Promise<unknown> = sleep,
  ) {}

  async turn(): Promise<void> {
    const now = this.now();
    const before = this.turns.length < this.perSecond ? undefined : this.turns.shift();
    const at = before === undefined ? now : Math.max(now, before + SECOND);
    this.turns.push(at);
    if (at > now) await this.wait(at - now);
  }
}
