import { setImmediate } from 'node:timers';

export interface QueueLimits {
  readonly atOnce: number;
  /** How many of one caller may wait. */
  readonly ofCaller: number;
  /** How many of all callers may wait. */
  readonly waiting: number;
}

/** Lets work begin a few at a time. Callers who wait take turns, however much each of them asks for. */
export class FairQueue {
  private running = 0;
  private count = 0;
  /** What waits, by caller. The caller whose turn is next comes first. */
  private readonly waiting = new Map<string, (() => void)[]>();

  constructor(private readonly limits: QueueLimits) {}

  isFull(): boolean {
    return this.count >= this.limits.waiting;
  }

  isFullFor(caller: string): boolean {
    return (this.waiting.get(caller)?.length ?? 0) >= this.limits.ofCaller;
  }

  /** Waits for a turn, also if it is full. Resolves to what ends the turn; further calls of it do nothing. */
  async enter(caller: string): Promise<() => void> {
    if (this.running < this.limits.atOnce) this.running += 1;
    else await this.turnOf(caller);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      // Requests that have arrived meanwhile are read before the next turn begins.
      setImmediate(() => this.next());
    };
  }

  private turnOf(caller: string): Promise<void> {
    return new Promise((begin) => {
      this.count += 1;
      const known = this.waiting.get(caller);
      if (known) known.push(begin);
      else this.waiting.set(caller, [begin]);
    });
  }

  /** Gives the place of a turn that ended to the next caller. */
  private next(): void {
    const [first] = this.waiting;
    if (!first) {
      this.running -= 1;
      return;
    }
    const [caller, [begin, ...others]] = first;
    this.count -= 1;
    this.waiting.delete(caller);
    if (others.length > 0) this.waiting.set(caller, others);
    begin?.();
  }
}
