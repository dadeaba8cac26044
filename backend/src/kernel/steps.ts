import type { Deadline } from './timer.js';

/** Lets callers wait for a condition that changes in steps. */
export class Steps {
  private readonly waiting = new Set<() => void>();

  /** Whether a caller waits. */
  get isAwaited(): boolean {
    return this.waiting.size > 0;
  }

  /** Tells that something has changed. */
  step(): void {
    for (const look of this.waiting) look();
  }

  /**
   * Resolves with true as soon as the condition holds, with false when its limit expires.
   * @param limit begins the deadline if the condition does not hold yet
   */
  async until(holds: () => boolean, limit?: (expire: () => void) => Deadline): Promise<boolean> {
    if (holds()) return true;
    return new Promise((resolve) => {
      const end = (result: boolean) => {
        deadline?.end();
        this.waiting.delete(look);
        resolve(result);
      };
      const look = () => {
        if (holds()) end(true);
      };
      const deadline = limit?.(() => end(false));
      this.waiting.add(look);
    });
  }
}
