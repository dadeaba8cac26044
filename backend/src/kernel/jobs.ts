import { messageOf } from './error-message.js';

/** A scheduled job whose last run failed. */
export interface FailingJob {
  readonly name: string;
  readonly error: string;
}

/** Remembers which scheduled jobs of this process fail. */
export class Jobs {
  private readonly errors = new Map<string, string>();
  private changed: () => void = () => undefined;

  /** Calls `work` each time a job begins to fail, and when it works again. */
  whenChanged(work: () => void): void {
    this.changed = work;
  }

  /** Runs a job, and remembers whether it failed. */
  async run(name: string, work: () => unknown): Promise<void> {
    try {
      await work();
      if (this.errors.delete(name)) this.changed();
    } catch (error) {
      const isNew = !this.errors.has(name);
      this.errors.set(name, messageOf(error));
      if (isNew) this.changed();
    }
  }

  failing(): readonly FailingJob[] {
    return [...this.errors].map(([name, error]) => ({ name, error }));
  }
}
