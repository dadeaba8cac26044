import type { Timer } from '../../kernel/timer.js';
import { SystemTimer } from '../clock/system-clock.js';

const SECOND = 1000;

/** Lets so many callers a second through at most, in the order of their calls. Setting the clock changes nothing. */
export class Pace {
  /** When the last callers were let through, or will be. */
  private readonly turns: number[] = [];

  constructor(
    private readonly perSecond: number,
    private readonly timer: Pick<Timer, 'elapsed' | 'pause'> = new SystemTimer(),
  ) {}

  async turn(): Promise<void> {
    const now = this.timer.elapsed();
    const before = this.turns.length < this.perSecond ? undefined : this.turns.shift();
    const at = before === undefined ? now : Math.max(now, before + SECOND);
    this.turns.push(at);
    if (at > now) await this.timer.pause(at - now);
  }
}
