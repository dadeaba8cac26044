import type { Clock } from './clock.js';
import { messageOf } from './error-message.js';

/** A scheduled job whose last run failed. */
export interface FailingJob {
  readonly name: string;
  /** The first failure in a row. */
  readonly since: Date;
  readonly error: string;
}

/** Remembers which scheduled jobs of this process fail. */
export class Jobs {
  private readonly known = new Map<string, FailingJob>();
  private changed: () => void = () => undefined;

  constructor(private readonly clock: Clock) {}

  /** Calls `work` each time a job begins to fail, and when it works again. */
  whenChanged(work: () => void): void {
    this.changed = work;
  }

  /** Runs a job, and remembers whether it failed. */
  async run(name: string, work: () => unknown): Promise<void> {
    try {
      await work();
      if (this.known.delete(name)) this.changed();
    } catch (error) {
      const before = this.known.get(name);
      this.known.set(name, { name, since: before?.since ?? this.clock.now(), error: messageOf(error) });
      if (!before) this.changed();
    }
  }

  failing(): readonly FailingJob[] {
    return [...this.known.values()];
  }
}
