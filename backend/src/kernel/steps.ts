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

  /** Resolves with true as soon as the condition holds, with false after `milliseconds`. */
  async until(holds: () => boolean, milliseconds: number | null = null): Promise<boolean> {
    if (holds()) return true;
    return new Promise((resolve) => {
      const end = (result: boolean) => {
        if (timer) clearTimeout(timer);
        this.waiting.delete(look);
        resolve(result);
      };
      const look = () => {
        if (holds()) end(true);
      };
      const timer = milliseconds === null ? null : setTimeout(() => end(false), milliseconds);
      this.waiting.add(look);
    });
  }
}
